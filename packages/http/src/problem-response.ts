import { COMMON_PROBLEMS, type Problem, type ProblemTable } from '@piecework/contracts';
import type { Failure, PlainResponse } from './reply';

export const PROBLEM_TYPE = 'application/problem+json';

/** Maps a failure by its code. A code in neither table is a fault of ours: it throws. */
export const problemResponse = (
  failure: Failure,
  correlationId: string,
  table: ProblemTable = {},
): PlainResponse => {
  const known = table[failure.failure] ?? (COMMON_PROBLEMS as ProblemTable)[failure.failure];
  if (!known) throw new Error(`No status for the problem '${failure.failure}'`);
  const body: Problem = {
    type: `urn:piecework:problem:${failure.failure}`,
    title: known.message,
    status: known.status,
    code: failure.failure,
    message: failure.message ?? known.message,
    correlationId,
    ...(failure.errors && { errors: [...failure.errors] }),
  };
  const retryAfter = failure.retryAfter ?? (known.status === 503 ? 1 : undefined);
  return {
    status: known.status,
    headers: {
      'content-type': PROBLEM_TYPE,
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body,
  };
};
