import { createLog } from '@piecework/base';
import { transfers } from '@piecework/wallet/stores';
import { GOOD_CARD, PASSWORD, type Person, taskFields } from '../support/people';
import { useStack } from '../support/stack';

interface Line {
  level: number;
  service: string;
  msg: string;
  correlationId?: string;
  operation?: string;
  type?: string;
  status?: number;
  account?: string | null;
}

const INFO = 30;
const written: string[] = [];
const lines = () => written.map((line) => JSON.parse(line) as Line);
const of = (correlationId: string) => lines().filter((line) => line.correlationId === correlationId);
const describeLine = ({ service, msg, operation, type }: Line) => `${service}: ${msg} ${operation ?? type}`;

const stack = useStack(
  {},
  async () => {},
  (part) => createLog(part, 'debug', { write: (line) => void written.push(line) }),
);

let buyer: Person;
let worker: Person;
beforeAll(async () => {
  buyer = await stack().signUp('buyer', 'Bella');
  worker = await stack().signUp('worker', 'Wilma');
});

const followed = (correlationId: string) => ({ headers: { 'x-correlation-id': correlationId } });

describe('one correlation id', () => {
  test('leads from the browser’s call through the gateway, the services and the events, to the coins', async () => {
    const id = 'b0a1c2d3e4f50617';
    const answer = await stack().ask('createTask', { as: buyer, body: taskFields(), ...followed(id) });
    expect(answer).toMatchObject({ status: 201, headers: { 'x-correlation-id': id } });
    await stack().settle();
    expect(of(id).map(describeLine)).toEqual(
      expect.arrayContaining([
        'wallet: event handled task.funding-requested',
        'task: event handled task.funded',
        'submission: event handled task.published',
        'task: call answered createTask',
        'gateway: call answered createTask',
      ]),
    );
    const { insertedId } = answer.body as { insertedId: string };
    const funding = await stack()
      .storeOf('wallet')
      .collection(transfers)
      .findOne({ _id: `fund:${insertedId}` });
    expect(funding?.correlationId).toBe(id);
  });

  test('reaches the services whose sums the gateway puts together', async () => {
    const id = 'b0a1c2d3e4f50618';
    await stack().ask('totals', { as: worker, ...followed(id) });
    const services = of(id).filter(({ msg }) => msg === 'internal call answered');
    expect(services.map(({ service }) => service).sort()).toEqual(['submission', 'task', 'user', 'wallet']);
  });

  test('is made by the gateway when the caller’s is none that is harmless in a log', async () => {
    for (const given of ['short', 'a'.repeat(65), 'with space 12', '{"a":"b","c":1}']) {
      const { headers } = await stack().ask('listTestimonials', followed(given));
      const made = headers['x-correlation-id'] ?? '';
      expect(made).toMatch(/^[0-9a-z]{26}$/);
      expect(of(made).map(describeLine)).toEqual(
        expect.arrayContaining([
          'gateway: call answered listTestimonials',
          'user: call answered listTestimonials',
        ]),
      );
    }
  });

  test('stays with a failure, from the service that is away to the problem that the caller reads', async () => {
    const id = 'b0a1c2d3e4f50619';
    await stack().stopService('media');
    const { status, body } = await stack().ask('getImage', { params: { name: 'x.webp' }, ...followed(id) });
    await stack().startService('media');
    expect([status, body]).toMatchObject([503, { correlationId: id }]);
    expect(of(id).map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'a service does not answer'],
      [INFO, 'call answered'],
    ]);
  });
});

describe('the lines of every day', () => {
  test('say who changed what and how it went; reading and refusals are for a closer look', async () => {
    const id = 'b0a1c2d3e4f50620';
    const work = { taskId: 'none', submissionDetails: 'Robin' };
    await stack().ask('listTasks', { as: worker, ...followed(id) });
    await stack().ask('createSubmission', { as: worker, body: { ...work, taskId: '' }, ...followed(id) });
    expect(of(id).filter(({ level }) => level >= INFO)).toEqual([]);
    expect(of(id).length).toBeGreaterThanOrEqual(4);
    await stack().ask('createPaymentIntent', { as: buyer, body: { price: 10 }, ...followed(id) });
    const news = of(id).filter(({ level }) => level >= INFO);
    expect(news.map(({ service }) => service).sort()).toEqual(['gateway', 'wallet']);
    for (const line of news) {
      expect(line).toMatchObject({ operation: 'createPaymentIntent', account: buyer.userId });
      expect(Object.keys(line).sort()).toEqual(
        ['account', 'correlationId', 'level', 'ms', 'msg', 'operation', 'service', 'status', 'time'].sort(),
      );
    }
  });
});

describe('no line', () => {
  test('holds a password, a token, an email, a card number or what somebody wrote', async () => {
    const { ask, call } = stack();
    const wrong = 'Wr0ng-password!';
    const text = 'Wren and robin, said nobody else';
    const { email } = worker;
    await ask('signIn', { body: { email, password: wrong } });
    const { body } = await ask('signIn', { body: { email, password: PASSWORD } });
    const signedIn = body as { refreshToken: string; idToken: string };
    await ask('refreshIdentity', { body: { refreshToken: signedIn.refreshToken } });
    await stack().pay(buyer);
    await stack().submit(worker, await stack().post(buyer), text);
    await stack().settle();
    // Last: it ends the sessions of the worker's other tokens.
    await ask('changePassword', { token: signedIn.idToken, body: { old: PASSWORD, new: wrong } });
    // Where it does not belong: in an address, in JSON that is none, in a header that nobody reads.
    await call('GET', `/tasks?access_token=${worker.token}&password=${PASSWORD}`);
    await call('GET', `/nothing/${worker.token}`);
    await call('POST', '/identity/sign-in', { raw: `{"email":"${email}","password":"${PASSWORD}"` });
    await call('GET', '/users', { headers: { authorization: PASSWORD, cookie: worker.token } });
    // And when everything fails.
    await stack().stopService('user');
    await ask('signIn', { body: { email, password: PASSWORD } });
    await stack().startService('user');
    expect(lines().map(describeLine)).toEqual(
      expect.arrayContaining([
        'user: call answered signIn',
        'user: call answered changePassword',
        'wallet: call answered confirmSimulatedPayment',
        'submission: call answered createSubmission',
        'gateway: a service does not answer signIn',
      ]),
    );
    const all = written.join('');
    for (const secret of [
      PASSWORD,
      wrong,
      text,
      email,
      buyer.email,
      GOOD_CARD,
      worker.token,
      worker.identityToken,
      worker.refreshToken,
      signedIn.refreshToken,
      'x-piecework-assertion',
    ])
      expect([secret, all.includes(secret)]).toEqual([secret, false]);
  });
});
