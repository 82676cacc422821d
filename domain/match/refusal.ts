import type { GameMove, RuleViolation } from '../engine/engine.ts';
import { err } from '../engine/result.ts';

export const refusalCodes = [
  'forbidden',
  'not-your-turn',
  'decision-closed',
  'deadline-passed',
  'match-not-started',
  'match-started',
  'match-over',
  'match-full',
  'already-seated',
  'offer-closed',
  'limit-reached',
  'validation-failed',
  'illegal-move',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** One fault of an input: a JSON Pointer into it (RFC 6901), and a sentence. */
export interface InputFault {
  readonly pointer: string;
  readonly detail: string;
}

/** Why the match refuses a command. Nothing is appended. `illegal-move` brings the broken rule and what is legal instead. */
export interface MatchRefusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly violation?: RuleViolation;
  readonly legalMoves?: readonly GameMove[];
  readonly errors?: readonly InputFault[];
}

/** A refusal of the match. */
export const refuse = (
  code: RefusalCode,
  message: string,
  more: Omit<MatchRefusal, 'code' | 'message'> = {},
) => err<MatchRefusal>({ code, message, ...more });
