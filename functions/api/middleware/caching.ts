import { sha256 } from '../../shared/ids.ts';

/** True if an If-None-Match header names the tag (weak comparison, RFC 9110 §13.1.2). */
const matches = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((other) => other.trim().replace(/^W\//, '') === tag);

/** Gives an answer to GET a strong ETag over exactly the bytes that the caller gets, and answers 304 where they are known. */
export const conditional = (ifNoneMatch: string | undefined, response: Response, body: string): Response => {
  const tag = `"${sha256(body).slice(0, 27)}"`;
  response.headers.set('ETag', tag);
  if (ifNoneMatch === undefined || !matches(ifNoneMatch, tag)) return response;
  return new Response(null, { status: 304, headers: { ETag: tag } });
};
