import { OPERATIONS, type OperationId, type OperationOutput } from '@piecework/contracts';
import { type Answer, type Ask, createClient, pathOf } from '../support/client';

/** What became of one kind of call. */
export interface Kind {
  /** Milliseconds of each call that was answered in the end. */
  times: number[];
  /** Answered with a refusal that is right here. */
  refused: number;
  /** Sent again, because there were too many (429) or a service was away (503). */
  again: number;
}

export interface Asked extends Ask {
  /** Refusals that are right here, beside success. */
  refusals?: readonly number[];
}

/** An answer that is not what a person would be owed; it ends the journey. */
export class WrongAnswerError extends Error {
  override readonly name = 'WrongAnswerError';
}

/** Milliseconds for which a call is sent again before it counts as a failure. */
const PATIENCE = 15_000;
/** Milliseconds between two tries, where the answer does not say. */
const PAUSE = 1000;

/** Hears what becomes of calls, for whoever keeps count. */
export interface CallsListener {
  /** Sent again after this answer; null: none came. */
  onAgain(operation: OperationId, status: number | null): void;
  onSuccess(operation: OperationId, asked: Asked, body: unknown): void;
}

export interface CallsOptions {
  /** Milliseconds. @default 15 000 */
  patience?: number;
  /**
   * Connections may be lost, and answers with them: then a call is sent again too, as a person clicks again, and finds now and then
   * what its first try has done. @default false: a lost connection is a failure
   */
  losesAnswers?: boolean;
  listener?: CallsListener;
  /** Waited for before each call, as a person thinks before a click. @default nobody thinks */
  think?: () => Promise<void>;
}

/** The contract's calls over HTTP, each measured, and each checked: nothing but success and the refusals that were named is right. */
export const createCalls = (url: string, options: CallsOptions = {}) => {
  const { patience = PATIENCE, losesAnswers = false, listener, think } = options;
  const client = createClient(url);
  const kinds = new Map<OperationId, Kind>();
  const kindOf = (operation: OperationId): Kind => {
    const kind = kinds.get(operation) ?? { times: [], refused: 0, again: 0 };
    kinds.set(operation, kind);
    return kind;
  };

  /** One try; null when its answer was lost and that may be. */
  const attempt = async (operation: OperationId, asked: Asked, isLast: boolean): Promise<Answer | null> => {
    try {
      return await client.call(OPERATIONS[operation].method, pathOf(operation, asked), {
        ...asked,
        token: asked.token ?? asked.as?.token,
      });
    } catch (error) {
      if (losesAnswers && !isLast) return null;
      throw error;
    }
  };

  const untilAnswered = async (operation: OperationId, asked: Asked): Promise<Answer> => {
    const deadline = performance.now() + patience;
    for (;;) {
      const isLast = performance.now() > deadline;
      const answer = await attempt(operation, asked, isLast);
      if (answer && ((answer.status !== 429 && answer.status !== 503) || isLast)) return answer;
      kindOf(operation).again += 1;
      listener?.onAgain(operation, answer?.status ?? null);
      const seconds = answer?.headers['retry-after'];
      await new Promise((resolve) => setTimeout(resolve, seconds ? Number(seconds) * 1000 : PAUSE));
    }
  };

  /** Answers the body, or null for a refusal. */
  const ask = async <I extends OperationId>(
    operation: I,
    asked: Asked = {},
  ): Promise<OperationOutput<I> | null> => {
    await think?.();
    const kind = kindOf(operation);
    const began = performance.now();
    const { status, body, text } = await untilAnswered(operation, asked);
    kind.times.push(performance.now() - began);
    if (status < 400) {
      listener?.onSuccess(operation, asked, body);
      return body as OperationOutput<I>;
    }
    if (!asked.refusals?.includes(status))
      throw new WrongAnswerError(`${operation} answered ${status}: ${text.slice(0, 500)}`);
    kind.refused += 1;
    return null;
  };

  return {
    kinds: kinds as ReadonlyMap<OperationId, Kind>,
    losesAnswers,
    ask,
    /** Answers the body of a call that has to succeed. */
    get: async <I extends OperationId>(operation: I, asked: Ask = {}): Promise<OperationOutput<I>> =>
      (await ask(operation, asked)) as OperationOutput<I>,
    /** Answers the id of what has to be made. */
    insert: async (operation: OperationId, asked: Ask = {}): Promise<string> => {
      const made = (await ask(operation, asked)) as { insertedId?: string } | null;
      if (!made?.insertedId) throw new WrongAnswerError(`${operation} made nothing: ${JSON.stringify(made)}`);
      return made.insertedId;
    },
    close: () => client.close(),
  };
};
export type Calls = ReturnType<typeof createCalls>;
