import { OPERATIONS, type OperationId, SERVICES, type ServiceName } from '@piecework/contracts';
import { outcome } from '../support/client';
import { useContractFixture } from '../support/contract';
import { taskFields } from '../support/people';
import { SAMPLES, type Sample } from '../support/samples';
import { eventually } from '../support/stack';

// Stops and restarts services while the others run; `useContractFixture` audits the coins at the end.
const fixture = useContractFixture();

const operations = (Object.keys(OPERATIONS) as OperationId[]).filter((operation) => operation !== 'live');
const samples = new Map<OperationId, Sample>();

/** Each call that changes something is made once, while its service is down: one sample is enough. */
beforeAll(async () => {
  for (const operation of operations) samples.set(operation, await SAMPLES[operation](fixture()));
});
const ask = (operation: OperationId) => fixture().stack.ask(operation, samples.get(operation) ?? {});

/** Operations that the gateway composes from several services. */
const NEEDS: Partial<Record<OperationId, readonly ServiceName[]>> = {
  totals: ['user', 'task', 'submission', 'wallet'],
  listParked: SERVICES,
  readIntegrity: SERVICES,
  listAdminTrail: SERVICES,
  downloadOwnData: SERVICES,
  getClosing: ['user', 'submission', 'wallet'],
  readPerson: ['user', 'wallet'],
  listLinkedPeople: ['user', 'submission', 'wallet', 'media'],
  search: ['user', 'task', 'submission', 'wallet'],
  retryParked: ['task'],
};
/** The gateway asks the user service whether an account has a second factor. */
const needsFactor = (operation: OperationId) => 'freshFactor' in OPERATIONS[operation];
const needs = (operation: OperationId, service: ServiceName) =>
  OPERATIONS[operation].service === service ||
  (NEEDS[operation]?.includes(service) ?? false) ||
  (service === 'user' && needsFactor(operation));
const reads = operations.filter((operation) => OPERATIONS[operation].method === 'GET' && operation !== 'listParked');

const during = async (service: ServiceName, work: () => Promise<void>) => {
  const { stack } = fixture();
  await stack.stopService(service);
  try {
    await work();
  } finally {
    await stack.startService(service);
    await stack.settle();
  }
};

describe.each(SERVICES)('while the %s service is down', (service) => {
  test('its operations answer 503 with Retry-After, all others work, and it recovers after a restart', async () => {
    await during(service, async () => {
      for (const operation of operations.filter((one) => needs(one, service))) {
        const answer = await ask(operation);
        expect([operation, outcome(answer)]).toEqual([operation, '503 unavailable']);
        expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      }
      for (const operation of reads.filter((one) => !needs(one, service)))
        expect([operation, (await ask(operation)).status]).toEqual([operation, 200]);
      expect((await fixture().stack.call('GET', '/readyz')).status).toBe(200);
      await eventually('the gateway names it', 5000, async () => {
        const { body } = await fixture().stack.call('GET', '/healthz');
        return (body as { dependencies: Record<string, boolean> }).dependencies[service] === false || undefined;
      });
    });
    for (const operation of reads) expect([operation, (await ask(operation)).status]).toEqual([operation, 200]);
  });
});

describe('operations that an outage interrupts', () => {
  test('a task that the wallet cannot fund yet answers 503 still-underway, and its Idempotency-Key returns it later', async () => {
    const { stack, buyer } = fixture();
    const before = await stack.balance(buyer);
    const asked = { as: buyer, key: 'outlives-the-wallet', body: taskFields({ taskTitle: 'Patience' }) };
    await during('wallet', async () => {
      const answer = await stack.ask('createTask', asked);
      expect(outcome(answer)).toBe('503 still-underway');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(await stack.get('listTasks', { query: { q: 'patience' } })).toEqual([]);
    });
    const id = await stack.insert('createTask', asked);
    const found = await stack.get('listTasks', { query: { q: 'patience' } });
    expect(found.map(({ _id }) => _id)).toEqual([id]);
    expect(await stack.balance(buyer)).toBe(before - 10);
  });

  test('a task deleted while the submission service is down is hidden immediately and refunded later', async () => {
    const { stack, buyer } = fixture();
    const before = await stack.balance(buyer);
    const id = await stack.post(buyer);
    await during('submission', async () => {
      const answer = await stack.ask('deleteTask', { as: buyer, params: { id } });
      expect(outcome(answer)).toBe('503 still-underway');
      expect(outcome(await stack.ask('getTask', { params: { id } }))).toBe('404 not-found');
    });
    expect(await stack.balance(buyer)).toBe(before);
    expect(await stack.get('deleteTask', { as: buyer, params: { id } })).toEqual({ deletedCount: 0 });
  });

  test('work submitted and approved without the wallet is paid after its restart', async () => {
    const { stack, buyer } = fixture();
    const worker = await stack.newcomer('worker');
    const taskId = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 9 });
    await during('wallet', async () => {
      await stack.decide(buyer, await stack.submit(worker, taskId), 'approved');
    });
    expect(await stack.balance(worker)).toBe(19);
  });

  test('a user who registers without the wallet receives their coins after its restart', async () => {
    const { stack } = fixture();
    const claims = stack.claimsOf('Early Bird');
    const token = stack.tokens.signIdentity(claims);
    await during('wallet', async () => {
      await stack.insert('createUser', { token, body: { userRole: 'buyer' } });
    });
    const { token: access } = await stack.get('jwt', { token, body: { email: claims.email } });
    expect(await stack.get('getUser', { token: access })).toMatchObject({ userAvailableCoin: 50 });
  });
});
