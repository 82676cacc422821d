import { type ProblemCode, problemResponse, problems } from './problems.ts';

/** What a problem of each kind looks like when the request was this one; `illegal-move` and `validation-failed` say more. */
const exampleMembers: Partial<Readonly<Record<ProblemCode, object>>> = {
  'validation-failed': {
    errors: [{ pointer: '/name', detail: 'Invalid input: expected string, received number' }],
  },
  'illegal-move': {
    reason: 'card-not-in-hand',
    ruling: 'CQ-R13',
    legalMoves: [{ type: 'discard', card: '4C' }],
  },
};

/** The page of a problem, in Markdown: what it means, what to do, and how it looks. Served at `/problems/{code}` (RFC 9457 §3.1.1). */
export const problemPage = async (code: ProblemCode, publicUrl: string): Promise<string> => {
  const { status, title, help } = problems[code];
  const members = { ...exampleMembers[code] };
  const example: unknown = await problemResponse({ code, members }, { publicUrl, path: '/v1/…' }).json();
  return `# ${title}

\`${code}\`, HTTP ${status}

${help}

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

Switch on \`code\`; \`detail\` is for people and may change. [The API](${publicUrl}/docs)
`;
};
