import { err, ok, type Result } from '../../../domain/engine/result.ts';
import { sha256 } from '../../shared/ids.ts';
import type { Scope, Token } from '../../shared/store/accounts.ts';
import type { Access } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import type { Problem } from '../problems.ts';

/** Who calls, by which token. */
export interface Principal {
  readonly player: string;
  readonly token: string;
  readonly scopes: readonly Scope[];
}

const unauthenticated = (detail: string): Result<never, Problem> =>
  err({
    code: 'unauthenticated',
    detail,
    headers: { 'WWW-Authenticate': 'Bearer realm="giliran"' },
  });

const bearer = /^Bearer +([\x21-\x7e]{1,200})$/i;

/** The one answer to unknown and expired tokens alike. */
const unusable = () => unauthenticated('The access token is unknown or has expired.');

const touch = async (token: Token, deps: ApiDeps): Promise<void> => {
  const today = new Date(deps.clock.wall()).toISOString().slice(0, 10);
  if (token.lastUsedOn === today) return;
  try {
    await deps.store.accounts.touchToken(token, today);
  } catch (error) {
    deps.logger.warn('the day of last use was not noted', { token: token.id, error });
  }
};

/** Finds the token by its SHA-256 and checks its expiry (wall time) and scope. A bad token is refused even where none is needed. */
export const authenticate = async (
  header: string | undefined,
  access: Access,
  deps: ApiDeps,
): Promise<Result<Principal | undefined, Problem>> => {
  if (access.kind === 'anyone' || (access.kind === 'optional' && header === undefined)) return ok(undefined);
  if (header === undefined)
    return unauthenticated('This takes an access token: `Authorization: Bearer <token>`.');
  const secret = bearer.exec(header)?.[1];
  if (secret === undefined)
    return unauthenticated('The Authorization header is not of the form `Bearer <token>`.');
  const token = await deps.store.accounts.findToken(sha256(secret));
  if (!token || (token.expiresAt !== null && token.expiresAt <= deps.clock.wall())) return unusable();
  if (!token.scopes.includes(access.scope)) {
    return err({ code: 'insufficient-scope', detail: `The token lacks the scope ${access.scope}.` });
  }
  await touch(token, deps);
  return ok({ player: token.player, token: token.id, scopes: token.scopes });
};
