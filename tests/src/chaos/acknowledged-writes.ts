import { OPERATIONS, type OperationId } from '@piecework/contracts';
import type { Asked, Calls } from '../journey/calls';

/** Rows of one answer: the most that a list gives. */
const PAGE = 5000;

interface Row {
  _id: string;
  state: string;
}

/** All rows of a list that may be longer than one answer. */
const allOf = async <R>(page: (query: { limit: number; offset: number }) => Promise<R[]>): Promise<R[]> => {
  const rows: R[] = [];
  for (;;) {
    const next = await page({ limit: PAGE, offset: rows.length });
    rows.push(...next);
    if (next.length < PAGE) return rows;
  }
};

/** A thing that was made and moves on: `made` is what it is as long as nobody has decided. */
const createKind = (name: string, made: string) => {
  const states = new Map<string, string>();
  return {
    wasMade: (id: string | undefined) => {
      if (id !== undefined && !states.has(id)) states.set(id, made);
    },
    became: (id: string, state: string) => void states.set(id, state),
    size: () => states.size,
    /** What is not there, or has gone back. What was asked and never answered may have happened. */
    missing: (rows: readonly Row[]): string[] => {
      const found = new Map(rows.map(({ _id, state }) => [_id, state]));
      return [...states].flatMap(([id, state]) => {
        const is = found.get(id);
        if (is === undefined) return [`${name} ${id} was acknowledged and is not there`];
        return state === made || is === state
          ? []
          : [`${name} ${id} was acknowledged as ${state} and is ${is}`];
      });
    },
  };
};

const idOf = (body: unknown): string | undefined => (body as { insertedId?: string } | null)?.insertedId;
const statusOf = ({ body }: Asked): string => (body as { status: string }).status;

/** Everything that the product has said yes to, from its answers alone, and a look whether it still says so. */
export const createAcknowledged = () => {
  const submissions = createKind('Submission', 'pending');
  const withdrawals = createKind('Withdrawal', 'pending');
  const payments = createKind('Payment', 'recorded');
  const tasks = new Set<string>();
  const deleted = new Set<string>();
  const pictures = new Set<string>();
  let writes = 0;

  const hear: { readonly [I in OperationId]?: (asked: Asked, body: unknown) => void } = {
    createTask: (_asked, body) => void tasks.add(idOf(body) ?? ''),
    deleteTask: ({ params }) => void deleted.add(params?.id ?? ''),
    createSubmission: (_asked, body) => submissions.wasMade(idOf(body)),
    // A repeat changes nothing, and says by that what it is.
    decideSubmission: (asked) => submissions.became(asked.params?.id ?? '', statusOf(asked)),
    createWithdrawal: (_asked, body) => withdrawals.wasMade(idOf(body)),
    decideWithdrawal: ({ params }, body) => {
      const { modifiedCount, status, message } = body as {
        modifiedCount: number;
        status?: string;
        message?: string;
      };
      // A withdrawal that is canceled for lack of coins modifies 0 and says why.
      if (status && (modifiedCount === 1 || message)) withdrawals.became(params?.id ?? '', status);
    },
    storePayment: (_asked, body) => payments.wasMade(idOf(body)),
    creditPayment: ({ params }) => payments.became(params?.intent ?? '', 'credited'),
    uploadImage: (_asked, body) =>
      void pictures.add(new URL((body as { data: { display_url: string } }).data.display_url).pathname),
  };

  /** A few of the pictures: the last ones, and some of before. */
  const somePictures = () =>
    [...pictures].filter((_, index) => index % 10 === 0 || index > pictures.size - 5);

  const missingTasks = async (calls: Calls, admin: { token: string }): Promise<string[]> => {
    const shown = await allOf((query) => calls.get('listTasks', { as: admin, query }));
    const there = new Set(shown.map(({ _id }) => _id));
    return [...tasks].flatMap((id) => {
      if (there.has(id) !== deleted.has(id)) return [];
      return deleted.has(id)
        ? [`Task ${id} was deleted and is there again`]
        : [`Task ${id} was acknowledged and is not there`];
    });
  };

  return {
    heard: (operation: OperationId, asked: Asked, body: unknown) => {
      if (OPERATIONS[operation].method !== 'GET') writes += 1;
      hear[operation]?.(asked, body);
    },
    /** Changes that were answered with success. */
    writes: () => writes,
    /** All that was acknowledged and is not as it was said; asked for when nobody changes anything. */
    missing: async (calls: Calls, admin: { token: string }): Promise<string[]> => {
      const as = { as: admin };
      const work = await allOf((query) => calls.get('listSubmissions', { ...as, query }));
      const paidOut = await allOf((query) => calls.get('listWithdrawals', { ...as, query }));
      const paidIn = await allOf((query) => calls.get('listPayments', { ...as, query }));
      const gone: string[] = [];
      for (const path of somePictures()) {
        const name = path.replace('/images/', '');
        if ((await calls.ask('getImage', { params: { name }, refusals: [404] })) === null)
          gone.push(`Picture ${path} was acknowledged and is not there`);
      }
      return [
        ...(await missingTasks(calls, admin)),
        ...submissions.missing(work.map(({ _id, status }) => ({ _id, state: status }))),
        ...withdrawals.missing(paidOut.map(({ _id, status }) => ({ _id, state: status }))),
        ...payments.missing(paidIn.map(({ _id, state }) => ({ _id, state }))),
        ...gone,
      ];
    },
  };
};
export type Acknowledged = ReturnType<typeof createAcknowledged>;
