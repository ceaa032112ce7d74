import { pause } from '@piecework/base/testing';
import { OPERATIONS, type OperationId, type OperationOutput } from '@piecework/contracts';
import { type Answer, type Ask, createClient, pathOf } from '../support/client';

/** Statistics of the calls of one operation. */
export interface CallStatistics {
  /** Milliseconds of each call, retries included. */
  times: number[];
  /** Calls that were answered with one of `refusals`. */
  refused: number;
  /** Retries: after 429, 503, or a lost answer. */
  retried: number;
}

export interface CheckedCall extends Ask {
  /** Status codes that are accepted beside success. */
  refusals?: readonly number[];
}

/** An answer that is neither a success nor an accepted refusal; it ends the journey. */
class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}

/** Milliseconds for which a call is retried before it fails. */
const RETRY_WITHIN = 15_000;
/** Milliseconds between two tries without `Retry-After`. */
const RETRY_DELAY = 1000;

/** Called for each retry and success. */
export interface CallsListener {
  /** @param status of the answer; null: none came */
  onRetry(operation: OperationId, status: number | null): void;
  onSuccess(operation: OperationId, asked: CheckedCall, body: unknown): void;
}

export interface CallsOptions {
  /** Milliseconds. @default 15 000 */
  retryWithin?: number;
  /**
   * Whether a call is retried after a lost connection. The first try may have taken effect. @default false: a lost connection is a failure
   */
  mayLoseAnswers?: boolean;
  listener?: CallsListener;
  /** Awaited before each call, such as a think time. @default no delay */
  beforeEachCall?: () => Promise<void>;
}

/** Calls the contract's operations over HTTP, measures them, and throws on answers other than success and the given refusals. */
export const createCalls = (url: string, options: CallsOptions = {}) => {
  const { retryWithin = RETRY_WITHIN, mayLoseAnswers = false, listener, beforeEachCall } = options;
  const client = createClient(url);
  const statistics = new Map<OperationId, CallStatistics>();
  const statisticsOf = (operation: OperationId): CallStatistics => {
    const stats = statistics.get(operation) ?? { times: [], refused: 0, retried: 0 };
    statistics.set(operation, stats);
    return stats;
  };

  /** One try; null when its answer was lost and `mayLoseAnswers`. */
  const attempt = async (operation: OperationId, asked: CheckedCall, isLast: boolean): Promise<Answer | null> => {
    try {
      return await client.call(OPERATIONS[operation].method, pathOf(operation, asked), {
        ...asked,
        token: asked.token ?? asked.as?.token,
      });
    } catch (error) {
      if (mayLoseAnswers && !isLast) return null;
      throw error;
    }
  };

  const untilAnswered = async (operation: OperationId, asked: CheckedCall): Promise<Answer> => {
    const deadline = performance.now() + retryWithin;
    for (;;) {
      const isLast = performance.now() > deadline;
      const answer = await attempt(operation, asked, isLast);
      if (answer && ((answer.status !== 429 && answer.status !== 503) || isLast)) return answer;
      statisticsOf(operation).retried += 1;
      listener?.onRetry(operation, answer?.status ?? null);
      const seconds = answer?.headers['retry-after'];
      await pause(seconds ? Number(seconds) * 1000 : RETRY_DELAY);
    }
  };

  /** @returns the body, or null for an accepted refusal */
  const ask = async <I extends OperationId>(
    operation: I,
    asked: CheckedCall = {},
  ): Promise<OperationOutput<I> | null> => {
    await beforeEachCall?.();
    const stats = statisticsOf(operation);
    const began = performance.now();
    const { status, body, text } = await untilAnswered(operation, asked);
    stats.times.push(performance.now() - began);
    if (status < 400) {
      listener?.onSuccess(operation, asked, body);
      return body as OperationOutput<I>;
    }
    if (!asked.refusals?.includes(status))
      throw new UnexpectedAnswerError(`${operation} answered ${status}: ${text.slice(0, 500)}`);
    stats.refused += 1;
    return null;
  };

  return {
    statistics: statistics as ReadonlyMap<OperationId, CallStatistics>,
    mayLoseAnswers,
    ask,
    /** @returns the body of a call that has to succeed */
    get: async <I extends OperationId>(operation: I, asked: Ask = {}): Promise<OperationOutput<I>> =>
      (await ask(operation, asked)) as OperationOutput<I>,
    /** @returns the id of the created document */
    insert: async (operation: OperationId, asked: Ask = {}): Promise<string> => {
      const made = (await ask(operation, asked)) as { insertedId?: string } | null;
      if (!made?.insertedId) throw new UnexpectedAnswerError(`${operation} created nothing: ${JSON.stringify(made)}`);
      return made.insertedId;
    },
    close: () => client.close(),
  };
};
export type Calls = ReturnType<typeof createCalls>;
