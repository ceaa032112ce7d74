import type { Accuracy, Page } from '@piecework/contracts';
import { MAX_HELD_PAGES } from '@piecework/contracts/constants';
import { ApiError, call, createIdempotencyKey, dialogs, serverNow, useSession } from '@piecework/web-kit';
import { type answersOf, preloadPictures } from '@piecework/web-kit/answer-form';
import { refresh } from '@piecework/web-kit/query';

export interface HeldPage {
  page: Page;
  /** ISO 8601. */
  expiresAt: string;
}

/** Why a page came back. `isFinal`: another try would be refused, too. */
export interface Refusal {
  message: string;
  /** Path in the body → message. */
  fields: Readonly<Record<string, string>>;
  isFinal: boolean;
}

export interface Work {
  /** The first one is shown; the next one has been fetched ahead. */
  queue: readonly HeldPage[];
  /** Pages whose answers the server has not confirmed. */
  sending: readonly number[];
  /** Of pages in the queue that came back, by their number. */
  refusals: ReadonlyMap<number, Refusal>;
  /** Pages that the server has taken. */
  answered: number;
  /** Milliseconds of the server's clock: the first page, and the latest answer. */
  startedAt?: number;
  answeredAt?: number;
  /** Of the batch, whose server tells it every few checks. Absent: it has none. */
  accuracy?: Accuracy;
  /** The queue is empty: the server's message, or why no page could be read. */
  end?: string;
  failure?: ApiError;
}

type Answers = ReturnType<typeof answersOf>;

/** Fetched ahead, with the shown one. */
const QUEUE_LENGTH = 2;

const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof ApiError)) throw error;
  const { status, message, fields } = error;
  return { message, fields, isFinal: status >= 400 && status < 500 && Object.keys(fields).length === 0 };
};

const without = <T>(refusals: ReadonlyMap<number, T>, number: number) =>
  new Map([...refusals].filter(([other]) => other !== number));

/**
 * The pages of a batch that a worker holds while work mode is open: the next one is fetched while the first is answered, and answers are sent
 * while the next is shown. A page that the server refuses, or does not get, comes back.
 */
export const createWorkSession = (taskId: string) => {
  let work: Work = { queue: [], sending: [], refusals: new Map(), answered: 0 };
  /** There was no further page when the server was asked last. */
  let isExhausted = false;
  let isFetching = false;
  let isClosed = false;
  const sent = new Set<Promise<void>>();
  const listeners = new Set<() => void>();
  const change = (next: Partial<Work>) => {
    work = { ...work, ...next };
    for (const listener of listeners) listener();
  };

  const reserve = async () => {
    const held = [...work.sending, ...work.queue.map(({ page }) => page.number)];
    const query = held.length > 0 ? { besides: held.join(',') } : {};
    const answer = await call('POST /tasks/{id}/reservation', { params: { id: taskId }, query });
    if ('message' in answer) {
      isExhausted = true;
      if (held.length === 0) change({ end: answer.message });
      return;
    }
    const { page, expiresAt, accuracy } = answer;
    // Two answers may name one page: its reservation ended in between.
    if (!page || work.queue.some((other) => other.page.number === page.number)) return;
    isExhausted = false;
    preloadPictures(page);
    change({
      queue: [...work.queue, { page, expiresAt }],
      startedAt: work.startedAt ?? serverNow(),
      ...(accuracy && { accuracy }),
    });
  };

  const fill = async (): Promise<void> => {
    const { queue, sending } = work;
    if (isFetching || isClosed || queue.length >= QUEUE_LENGTH || queue.length + sending.length >= MAX_HELD_PAGES)
      return;
    if (isExhausted && queue.length + sending.length > 0) return;
    isFetching = true;
    let isRead = false;
    try {
      const before = queue.length;
      await reserve();
      isRead = work.queue.length > before;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // With a page to answer, the next submission tries again.
      if (work.queue.length === 0 && work.sending.length === 0) change({ failure: error });
    } finally {
      isFetching = false;
    }
    // The shown page may have been answered meanwhile.
    if (isRead || (isExhausted && !work.end && work.queue.length + work.sending.length === 0)) await fill();
  };

  const comeBack = (held: HeldPage, refusal: Refusal) => {
    const { number } = held.page;
    change({ queue: [held, ...work.queue], refusals: new Map(work.refusals).set(number, refusal), end: undefined });
    if (isClosed) void dialogs.failure({ text: refusal.message });
  };

  const post = async (held: HeldPage, answers: Answers, onTaken: () => void) => {
    const { number } = held.page;
    const email = useSession.getState().user?.userEmail;
    const { key, settle } = createIdempotencyKey(`piecework:key:${email}:work-${taskId}-${number}`);
    let refusal: Refusal | undefined;
    try {
      const answer = await call('POST /submissions', { body: { taskId, page: number, ...answers }, key: key() });
      settle();
      if ('message' in answer) refusal = { message: answer.message, fields: {}, isFinal: true };
    } catch (error) {
      settle(error);
      refusal = refusalOf(error);
    }
    change({ sending: work.sending.filter((other) => other !== number) });
    if (refusal) comeBack(held, refusal);
    else {
      change({ answered: work.answered + 1 });
      onTaken();
    }
    refresh('GET /submissions', 'GET /getAllData', 'GET /totals', 'GET /reservations', 'GET /tasks', 'GET /tasks/{id}');
  };

  /** The next page is shown. One whose hold has ended is fetched again. */
  const advance = (next: Partial<Work>) => {
    const queue = work.queue.slice(1).filter(({ expiresAt }) => Date.parse(expiresAt) > serverNow());
    change({ ...next, queue });
    void fill();
  };

  return {
    current: () => work,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Also after {@link close}, which React calls in between while it develops. */
    open: () => {
      isClosed = false;
      void fill();
    },
    close: () => {
      isClosed = true;
      refresh('GET /reservations');
    },
    retry: () => {
      change({ failure: undefined });
      void fill();
    },
    /** Sends the answers to a page while it is shown. @param onTaken once the server has taken them */
    submit: ({ number }: Page, answers: Answers, onTaken: () => void) => {
      const [held] = work.queue;
      // Two presses can come before the next page is shown.
      if (held?.page.number !== number) return;
      const sending = post(held, answers, onTaken).finally(() => {
        sent.delete(sending);
        void fill();
      });
      sent.add(sending);
      advance({
        sending: [...work.sending, number],
        refusals: without(work.refusals, number),
        answeredAt: serverNow(),
      });
    },
    /** Leaves out the shown page, which the server does not take. */
    skip: () => advance({ refusals: without(work.refusals, work.queue[0]?.page.number ?? 0) }),
    /** Releases what is held, once all answers have arrived. @returns false: a page came back */
    leave: async (): Promise<boolean> => {
      await Promise.all(sent);
      if (work.refusals.size > 0) return false;
      await call('DELETE /tasks/{id}/reservation', { params: { id: taskId } });
      isClosed = true;
      refresh('GET /reservations', 'GET /tasks', 'GET /tasks/{id}');
      return true;
    },
  };
};

export type WorkSession = ReturnType<typeof createWorkSession>;
