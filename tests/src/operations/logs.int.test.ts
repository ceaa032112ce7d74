import { createLog } from '@piecework/base';
import { TEST_CARDS } from '@piecework/contracts';
import { transfers } from '@piecework/wallet/stores';
import { PASSWORD, type Person, taskFields } from '../support/people';
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
  test('connects a call with the logs of gateway, services and events, and with the ledger transfer', async () => {
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
    // Without LOG_LEVEL=debug: what moved coins, and the row that it is about.
    expect(of(id).filter(({ level }) => level >= INFO)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ service: 'wallet', type: 'task.funding-requested', key: insertedId }),
        expect.objectContaining({ service: 'task', type: 'task.funded', key: insertedId }),
        expect.objectContaining({ service: 'task', operation: 'createTask', id: insertedId }),
      ]),
    );
    const funding = await stack()
      .storeOf('wallet')
      .collection(transfers)
      .findOne({ _id: `fund:${insertedId}` });
    expect(funding?.correlationId).toBe(id);
  });

  test('is passed to the services from which the gateway composes totals', async () => {
    const id = 'b0a1c2d3e4f50618';
    await stack().ask('totals', { as: worker, ...followed(id) });
    const services = of(id).filter(({ msg }) => msg === 'internal call answered');
    expect(services.map(({ service }) => service).sort()).toEqual(['submission', 'task', 'user', 'wallet']);
  });

  test('is replaced by the gateway if the caller’s is invalid', async () => {
    for (const given of ['short', 'a'.repeat(65), 'with space 12', '{"a":"b","c":1}']) {
      const { headers } = await stack().ask('listTestimonials', followed(given));
      const made = headers['x-correlation-id'] ?? '';
      expect(made).toMatch(/^[0-9a-z]{26}$/);
      expect(of(made).map(describeLine)).toEqual(
        expect.arrayContaining(['gateway: call answered listTestimonials', 'user: call answered listTestimonials']),
      );
    }
  });

  test('is in the logs of a failed service call and in the problem for the caller', async () => {
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

describe('log levels', () => {
  test('successful writes are logged at info with account and status; reads and refusals at debug', async () => {
    const id = 'b0a1c2d3e4f50620';
    const work = { taskId: 'none', submissionDetails: 'Robin' };
    await stack().ask('listTasks', { as: worker, ...followed(id) });
    await stack().ask('createSubmission', { as: worker, body: { ...work, taskId: '' }, ...followed(id) });
    expect(of(id).filter(({ level }) => level >= INFO)).toEqual([]);
    expect(of(id).length).toBeGreaterThanOrEqual(4);
    await stack().ask('createPaymentIntent', { as: buyer, body: { price: 10 }, ...followed(id) });
    const infoLines = of(id).filter(({ level }) => level >= INFO);
    expect(infoLines.map(({ service }) => service).sort()).toEqual(['gateway', 'wallet']);
    for (const line of infoLines) {
      expect(line).toMatchObject({ operation: 'createPaymentIntent', account: buyer.userId });
      expect(Object.keys(line).sort()).toEqual(
        ['account', 'correlationId', 'level', 'ms', 'msg', 'operation', 'service', 'status', 'time'].sort(),
      );
    }
  });
});

describe('no log line', () => {
  test('contains a password, a token, an email, a card number or user text', async () => {
    const { ask, call } = stack();
    const wrong = 'Wr0ng-password!';
    const text = 'Wren and robin in a unique sentence';
    const { email } = worker;
    await ask('signIn', { body: { email, password: wrong } });
    const { body } = await ask('signIn', { body: { email, password: PASSWORD } });
    const signedIn = body as { refreshToken: string; idToken: string };
    await ask('refreshIdentity', { body: { refreshToken: signedIn.refreshToken } });
    await stack().pay(buyer);
    await stack().submit(worker, await stack().post(buyer), text);
    await stack().settle();
    // Last, because it ends the worker's sessions.
    await ask('changePassword', { token: signedIn.idToken, body: { old: PASSWORD, new: wrong } });
    // Secrets in unusual places: in an address, in invalid JSON, in an unused header.
    await call('GET', `/tasks?access_token=${worker.token}&password=${PASSWORD}`);
    await call('GET', `/nothing/${worker.token}`);
    await call('POST', '/identity/sign-in', { raw: `{"email":"${email}","password":"${PASSWORD}"` });
    await call('GET', '/users', { headers: { authorization: PASSWORD, cookie: worker.token } });
    // Also in failures.
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
      TEST_CARDS.succeeds,
      worker.token,
      worker.identityToken,
      worker.refreshToken,
      signedIn.refreshToken,
      'x-piecework-assertion',
    ])
      expect([secret, all.includes(secret)]).toEqual([secret, false]);
  });
});
