import { OPERATIONS, type OperationId } from '@piecework/contracts';
import type { Calls, CheckedCall } from '../journey/checked-calls';

/** The contract's largest page. */
const PAGE = 5000;

interface Row {
  _id: string;
  state: string;
}

/** All rows of a paginated list. A page may be shorter than its limit: lists are also limited by their bytes. */
const allOf = async <R>(page: (query: { limit: number; offset: number }) => Promise<R[]>): Promise<R[]> => {
  const rows: R[] = [];
  for (;;) {
    const next = await page({ limit: PAGE, offset: rows.length });
    rows.push(...next);
    if (next.length === 0) return rows;
  }
};

/** Tracks the acknowledged states of documents, which start in state `initial`. */
const createStateTracker = (name: string, initial: string) => {
  const states = new Map<string, string>();
  return {
    created: (id: string | undefined) => {
      if (id !== undefined && !states.has(id)) states.set(id, initial);
    },
    changed: (id: string, state: string) => void states.set(id, state),
    size: () => states.size,
    /** Documents that are missing or in another state. From the initial state any change is accepted: it may be one whose answer was lost. */
    missing: (rows: readonly Row[]): string[] => {
      const found = new Map(rows.map(({ _id, state }) => [_id, state]));
      return [...states].flatMap(([id, state]) => {
        const is = found.get(id);
        if (is === undefined) return [`${name} ${id} was acknowledged and is not there`];
        return state === initial || is === state ? [] : [`${name} ${id} was acknowledged as ${state} and is ${is}`];
      });
    },
  };
};

const idOf = (body: unknown): string | undefined => (body as { insertedId?: string } | null)?.insertedId;
const statusOf = ({ body }: CheckedCall): string => (body as { status: string }).status;

/** Records acknowledged writes from the answers, and checks that the product still shows them. */
export const createAcknowledgedWrites = () => {
  const submissions = createStateTracker('Submission', 'pending');
  const withdrawals = createStateTracker('Withdrawal', 'pending');
  const payments = createStateTracker('Payment', 'recorded');
  const tasks = new Set<string>();
  const deleted = new Set<string>();
  const pictures = new Set<string>();
  let writes = 0;

  const recorders: { readonly [I in OperationId]?: (asked: CheckedCall, body: unknown) => void } = {
    createTask: (_asked, body) => void tasks.add(idOf(body) ?? ''),
    publishBatch: (_asked, body) => void tasks.add(idOf(body) ?? ''),
    deleteTask: ({ params }) => void deleted.add(params?.id ?? ''),
    createSubmission: (_asked, body) => submissions.created(idOf(body)),
    // A repeated decision succeeds without a change.
    decideSubmission: (asked) => submissions.changed(asked.params?.id ?? '', statusOf(asked)),
    decideSubmissions: ({ body }) => {
      const { decisions } = body as { decisions: readonly { id: string; status: string }[] };
      for (const { id, status } of decisions) submissions.changed(id, status);
    },
    decideAppeal: ({ params, body }) => {
      if ((body as { outcome: string }).outcome === 'upheld') submissions.changed(params?.id ?? '', 'approved');
    },
    createWithdrawal: (_asked, body) => withdrawals.created(idOf(body)),
    decideWithdrawal: ({ params }, body) => {
      const { modifiedCount, status, message } = body as { modifiedCount: number; status?: string; message?: string };
      // A withdrawal that is canceled for lack of coins has modifiedCount 0 and a message.
      if (status && (modifiedCount === 1 || message)) withdrawals.changed(params?.id ?? '', status);
    },
    storePayment: (_asked, body) => payments.created(idOf(body)),
    creditPayment: ({ params }) => payments.changed(params?.intent ?? '', 'credited'),
    uploadImage: (_asked, body) =>
      void pictures.add(new URL((body as { data: { display_url: string } }).data.display_url).pathname),
  };

  /** A sample: the last pictures, and every tenth of the earlier ones. */
  const somePictures = () => [...pictures].filter((_, index) => index % 10 === 0 || index > pictures.size - 5);

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
    record: (operation: OperationId, asked: CheckedCall, body: unknown) => {
      if (OPERATIONS[operation].method !== 'GET') writes += 1;
      recorders[operation]?.(asked, body);
    },
    /** Number of successful writes. */
    count: () => writes,
    /** Acknowledged writes that the product does not show. Call it without concurrent writes. */
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
export type AcknowledgedWrites = ReturnType<typeof createAcknowledgedWrites>;
