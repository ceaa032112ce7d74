import { TEST_CARDS } from '@piecework/contracts';
import { openApiDocument } from '@piecework/gateway';
import createClient, { type Middleware } from 'openapi-fetch';
import { PASSWORD } from '../support/people';
import { useStack } from '../support/stack';
import type { components, paths } from './api.gen';

// A third-party client: uses only the served document, openapi-typescript and openapi-fetch.
const stack = useStack();

type Schemas = components['schemas'];

/** @param token sent as a bearer token with each call */
const client = (token?: string) => {
  const api = createClient<paths>({ baseUrl: stack().url });
  const bearer: Middleware = {
    onRequest: ({ request }) => {
      if (token) request.headers.set('authorization', `Bearer ${token}`);
      return request;
    },
  };
  api.use(bearer);
  return api;
};
type Api = ReturnType<typeof client>;

/** The data of an answer that has to be a success. */
const dataOf = <T>({ data, error }: { data?: T; error?: { code: string; message: string } }): T => {
  if (error || data === undefined) throw new Error(`${error?.code}: ${error?.message}`);
  return data;
};

const signUp = async (displayName: string, userRole: 'worker' | 'buyer'): Promise<Api> => {
  const email = `${displayName.toLowerCase()}@client.example`;
  const stranger = client();
  const identity = dataOf(
    await stranger.POST('/identity/sign-up', { body: { email, password: PASSWORD, displayName } }),
  );
  const withIdentity = client(identity.idToken);
  dataOf(await withIdentity.POST('/users', { body: { userRole } }));
  const { token } = dataOf(await withIdentity.POST('/jwt', { body: { email } }));
  return client(token);
};

const task = {
  taskTitle: 'Name the birds',
  taskDetail: 'Ten pictures of garden birds.',
  submissionInfo: 'One name per line',
  requiredWorkers: 1,
  payableAmount: 200,
  completionDate: '2099-12-31',
  taskImageURL: 'https://pictures.example/birds.webp',
};

test('the types are generated from the document that is served', async () => {
  const served = await (await fetch(`${stack().url}/openapi.json`)).json();
  expect(served).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

describe('a client generated from the OpenAPI document', () => {
  let buyer: Api;
  let worker: Api;
  let admin: Api;
  let taskId: string;

  const coinsOf = async (person: Api): Promise<number | undefined> => {
    await stack().settle();
    return dataOf(await person.GET('/user')).userAvailableCoin;
  };

  test('signs users up', async () => {
    [buyer, worker, admin] = await Promise.all([
      signUp('Bob', 'buyer'),
      signUp('Ann', 'worker'),
      signUp('Ada', 'worker'),
    ]);
    await stack().internal('user', 'makeAdmin', { email: 'ada@client.example' });
    expect([await coinsOf(buyer), await coinsOf(worker), await coinsOf(admin)]).toEqual([50, 10, 0]);
  });

  test('reads the code and the fields of a problem with types', async () => {
    const { error, response } = await buyer.POST('/tasks', { body: { ...task, requiredWorkers: 0 } });
    const problem: Schemas['Problem'] | undefined = error;
    expect([response.status, problem?.code, problem?.errors?.map(({ field }) => field)]).toEqual([
      400,
      'validation',
      ['requiredWorkers'],
    ]);
    const poor = await buyer.POST('/tasks', { body: task });
    // The codes are a union per operation: a misspelled one does not compile.
    expect(poor.error?.code === 'insufficient-coins').toBe(true);
  });

  test('buys coins', async () => {
    const { packages } = dataOf(await client().GET('/config'));
    expect(packages).toContainEqual({ price: 10, coins: 150 });
    const { clientSecret } = dataOf(await buyer.POST('/create-payment-intent', { body: { price: 20 } }));
    const paid = dataOf(
      await buyer.POST('/payments/simulated/confirm', {
        body: { clientSecret, cardNumber: TEST_CARDS.succeeds, expiry: '12/40', cvc: '123' },
      }),
    );
    expect(paid.status).toBe('succeeded');
    dataOf(await buyer.POST('/storePayment', { body: { amount: 20 } }));
    const intent = paid.intent;
    // Compiles without the optional body.
    dataOf(await admin.POST('/payments/{intent}/credit', { params: { path: { intent } } }));
    expect(await coinsOf(buyer)).toBe(550);
  });

  test('posts a task, once per Idempotency-Key', async () => {
    const post = () => buyer.POST('/tasks', { body: task, params: { header: { 'Idempotency-Key': 'the-birds' } } });
    taskId = dataOf(await post()).insertedId;
    expect(dataOf(await post()).insertedId).toBe(taskId);
    expect(await coinsOf(buyer)).toBe(350);
  });

  test('finds the task, submits work and gets it approved', async () => {
    const { data, response } = await worker.GET('/tasks', {
      params: { query: { open: 'true', q: 'birds', limit: 5 } },
    });
    const found: Schemas['Task'][] = data ?? [];
    expect([found.map(({ _id }) => _id), response.headers.get('x-total-count')]).toEqual([[taskId], '1']);
    const created = dataOf(await worker.POST('/submissions', { body: { taskId, submissionDetails: 'Robin, wren' } }));
    const id = 'insertedId' in created ? created.insertedId : created.message;
    const [sent] = dataOf(await buyer.GET('/submissions', { params: { query: { status: 'pending' } } }));
    expect(sent).toMatchObject({ _id: id, workerName: 'Ann' } satisfies Partial<Schemas['Submission']>);
    dataOf(await buyer.PATCH('/submissions/{id}', { params: { path: { id } }, body: { status: 'approved' } }));
    expect(await coinsOf(worker)).toBe(210);
  });

  test('withdraws, and an admin approves', async () => {
    const { insertedId: id } = dataOf(
      await worker.POST('/withdrawals', { body: { withdrawalCoin: 200, paymentSystem: 'bkash' } }),
    );
    const [asked] = dataOf(await admin.GET('/withdrawals', { params: { query: { status: 'pending' } } }));
    expect(asked).toMatchObject({ _id: id, withdrawalAmount: 10 });
    const decided = dataOf(
      await admin.PATCH('/withdrawals/{id}', { params: { path: { id } }, body: { status: 'approved' } }),
    );
    expect(decided).toEqual({ modifiedCount: 1, status: 'approved' });
    const again = await admin.PATCH('/withdrawals/{id}', { params: { path: { id } }, body: { status: 'canceled' } });
    expect([again.response.status, again.error?.code]).toEqual([409, 'already-decided']);
    expect(await coinsOf(worker)).toBe(10);
    expect(dataOf(await worker.GET('/statement')).map(({ kind }) => kind)).toEqual(['payout', 'settle', 'grant']);
  });

  test('a request that the document does not describe does not compile', () => {
    const wrong = () => [
      // @ts-expect-error no such path
      buyer.GET('/nothing'),
      // @ts-expect-error the title is missing
      buyer.POST('/tasks', { body: { taskDetail: 'x' } }),
      // @ts-expect-error no such package
      buyer.POST('/create-payment-intent', { body: { price: 3 } }),
      // @ts-expect-error no such status
      buyer.GET('/tasks', { params: { query: { status: 'open' } } }),
    ];
    expect(wrong).toBeDefined();
  });
});
