import {
  type CommonProblem,
  type Problem,
  type ProblemCodeOf,
  type ProblemSource,
  problemStatus,
} from '@piecework/contracts';
import type { Failure, PlainResponse } from './reply';

export const PROBLEM_TYPE = 'application/problem+json';

/** Without `service` only common codes compile. */
export const problemResponse = <S extends ProblemSource = never>(
  failure: Failure<CommonProblem | ProblemCodeOf<S>>,
  correlationId: string,
  service?: S,
): PlainResponse => {
  const entry = problemStatus(failure.failure, service ?? 'gateway');
  const body: Problem = {
    type: `urn:piecework:problem:${failure.failure}`,
    title: entry.message,
    status: entry.status,
    code: failure.failure,
    message: failure.message ?? entry.message,
    correlationId,
    ...(failure.errors && { errors: [...failure.errors] }),
  };
  const retryAfter = failure.retryAfter ?? (entry.status === 503 ? 1 : undefined);
  return {
    status: entry.status,
    headers: { 'content-type': PROBLEM_TYPE, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
    body,
  };
};
