import {
  type Identity,
  OPERATIONS,
  type OperationId,
  type Problem,
  type TransferKind,
} from '@piecework/contracts';
import { createTokens } from '@piecework/identity';
import { type TransferDocument, transfers } from '@piecework/wallet/stores';
import fc from 'fast-check';
import type { Answer } from '../support/client';
import { useContractFixture } from '../support/contract';
import type { Person } from '../support/people';
import { SAMPLES, type Sample } from '../support/samples';
import { type Shot, shotsAt } from './hostile-requests';
import { type Caller, faultsOf } from './response-faults';
import { parameters, SEED, sayResult } from './seed';

/** Requests at once, and how often: hostile ones beside one another. */
const SALVO = 25;
const SALVOS = 8;

const fixture = useContractFixture();
const operations = Object.keys(OPERATIONS) as OperationId[];
const samples = new Map<OperationId, Sample>();
const callers = new Map<string, Caller>();
/** Whom the caller called `right` is, for each row. */
const right = new Map<OperationId, Caller>();
let ids: string[];
let emails: string[];
let before: ReadonlySet<string>;
/** Every answer, by the correlation id under which its coins would have moved. */
const journal = new Map<string, { shot: Shot; answer: Answer }[]>();
let fired = 0;

const ledger = (): Promise<TransferDocument[]> =>
  fixture().stack.storeOf('wallet').collection(transfers).find({});

const member = ({ token, email }: Person): Caller => ({ token, email, isMember: true });
const nobody = (token: string | undefined): Caller => ({ token, isMember: false });

/** People who may come to harm: with a task, work, a withdrawal and a payment between them. */
const settleBystanders = async () => {
  const { stack, admin } = fixture();
  const [buyer, worker, idler] = await Promise.all([
    stack.newcomer('buyer', 'Bystander'),
    stack.newcomer('worker', 'Bystander'),
    stack.newcomer('worker', 'Bystander'),
  ]);
  await stack.enrich(buyer, admin, 1000);
  const taskId = await stack.post(buyer, { requiredWorkers: 9 });
  const submissionId = await stack.submit(worker, taskId);
  const withdrawalId = await stack.insert('createWithdrawal', {
    as: worker,
    body: { withdrawalCoin: 200, paymentSystem: 'nagad' },
  });
  const payment = await stack.pay(buyer, 1);
  ids = [
    ...[buyer, worker, idler].map(({ userId }) => userId),
    ...[taskId, submissionId, withdrawalId, payment],
    'task:1',
  ];
  return [buyer, worker, idler];
};

const prepareCallers = async () => {
  const { stack, worker, otherWorker, buyer, otherBuyer, admin } = fixture();
  for (const [name, person] of Object.entries({ worker, otherWorker, buyer, otherBuyer, admin }))
    callers.set(name, member(person));
  const longAgo = { now: () => Date.now() - 7_200_000, after: () => () => {} };
  const past = createTokens({ clock: longAgo, secret: stack.settings.jwtSecret });
  const elsewhere = createTokens({ clock: longAgo, secret: 'the secret of some other installation' });
  const claims = { uid: admin.uid, email: admin.email };
  callers.set('stranger', nobody(undefined));
  callers.set('expired', nobody(past.signAccess(claims)));
  callers.set('forged', nobody(elsewhere.signAccess(claims)));
  // Of their own: whoever changes the password signs the others with that account out.
  callers.set('identity', nobody((await stack.signUp('worker', 'Bystander')).identityToken));
  callers.set('unregistered', nobody(stack.tokens.signAccess(stack.claimsOf('Nobody yet'))));
  callers.set('garbage', nobody('x'.repeat(5000)));
  const gone = await stack.newcomer('worker', 'Gone');
  await stack.get('deleteUser', { as: admin, params: { id: gone.userId } });
  callers.set('closed', nobody(gone.token));
};

beforeAll(async () => {
  const bystanders = await settleBystanders();
  await prepareCallers();
  const { worker, otherWorker, buyer, otherBuyer, admin, otherAdmin } = fixture();
  emails = [worker, otherWorker, buyer, otherBuyer, admin, otherAdmin, ...bystanders].map(
    ({ email }) => email,
  );
  const people = [worker, otherWorker, buyer, otherBuyer, admin];
  for (const operation of operations) {
    const sample = await SAMPLES[operation](fixture());
    samples.set(operation, sample);
    const token = sample.token ?? sample.as?.token;
    const person = people.find((one) => one.token === token || one.identityToken === token);
    const isMember = token !== undefined && person?.token === token;
    right.set(operation, { token, isMember, ...(person && { email: person.email }) });
  }
  await fixture().stack.settle();
  before = new Set((await ledger()).map(({ _id }) => _id));
}, 60_000);

const callerOf = ({ caller, operation }: Shot): Caller =>
  (caller === 'right' ? right.get(operation) : callers.get(caller)) ?? nobody(undefined);

const fire = async (shot: Shot): Promise<Answer> => {
  const caller = callerOf(shot);
  const { token } = caller;
  const answer = await fixture().stack.call(OPERATIONS[shot.operation].method, shot.path, {
    token,
    headers: shot.headers,
    ...(shot.body !== undefined && { raw: shot.body }),
  });
  fired += 1;
  // The session of the caller has ended, and goes on as the one that is answered.
  if (shot.operation === 'changePassword' && answer.status === 200)
    caller.token = (answer.body as Identity).idToken;
  const correlationId = answer.headers['x-correlation-id'] ?? '';
  journal.set(correlationId, [...(journal.get(correlationId) ?? []), { shot, answer }]);
  return answer;
};

/** These answer the person who asks with what is their own. */
const TELLS_OWN = new Set<OperationId>([
  'signUp',
  'signIn',
  'refreshIdentity',
  'changePassword',
  'identityMe',
]);

const judge = (shot: Shot, answer: Answer): string[] => {
  const caller = callerOf(shot);
  const isAdmin = caller.token === fixture().admin.token && answer.status < 400;
  const tellsOwn = TELLS_OWN.has(shot.operation) && answer.status < 400;
  // The stand-in for Google shows the accounts that were made in it, and what was typed.
  const isPage = shot.operation === 'googlePage' || shot.operation === 'googleDecide';
  const { buyer, otherBuyer, worker, otherWorker } = fixture();
  // Buyers get the emails of the workers who submitted to their tasks.
  const submitters =
    shot.operation === 'listUsers' && [buyer.token, otherBuyer.token].includes(caller.token ?? '')
      ? [worker.email, otherWorker.email]
      : [];
  return faultsOf(shot, caller, answer, {
    emails: emails.filter((email) => !submitters.includes(email)),
    isAdmin,
    tellsOwn: tellsOwn || (isPage && answer.status < 400),
  });
};

/** The right one most of the time: what a wrong one sends is hardly looked at. */
const namesFor = (operation: OperationId): string[] => [
  ...Array<string>(12).fill('right'),
  // Whoever is not registered yet may register, and then is somebody else.
  ...[...callers.keys()].filter((name) => name !== 'unregistered' || operation !== 'createUser'),
];

describe('whatever is thrown at', () => {
  test.each(operations)(
    '%s is answered by the contract, with nothing of our insides in it',
    async (operation) => {
      const sample = samples.get(operation) as Sample;
      const shot = shotsAt({ operation, sample, ids, callers: namesFor(operation) });
      let faults: (Shot & { fault: string })[] = [];
      const result = await fc.check(
        fc.asyncProperty(fc.array(shot, { minLength: SALVO, maxLength: SALVO }), async (salvo) => {
          const answers = await Promise.all(salvo.map(fire));
          faults = salvo.flatMap((one, index) =>
            judge(one, answers[index] as Answer).map((fault) => ({ ...one, fault })),
          );
          return faults.length === 0;
        }),
        parameters(SALVOS),
      );
      // Not fc.assert: of a salvo only the shots that hit are worth reading.
      const error = faults.length === 0 && result.failed ? result.errorInstance : null;
      expect({ seed: SEED, faults, error }).toEqual({ seed: SEED, faults: [], error: null });
    },
    60_000,
  );
});

/** Calls by which coins of each kind may move. */
const MOVERS: Partial<Record<TransferKind, readonly OperationId[]>> = {
  grant: ['createUser'],
  fund: ['createTask'],
  settle: ['decideSubmission', 'changeUser', 'deleteUser'],
  refund: ['deleteTask', 'decideSubmission', 'changeUser', 'deleteUser'],
  payout: ['decideWithdrawal'],
  role: ['changeUser'],
  close: ['deleteUser'],
  topup: ['creditPayment'],
};

const succeeded = ({ status, body }: Answer) =>
  status < 300 || (status === 503 && (body as Problem).code === 'still-underway');

describe('after all of it', () => {
  test('no coin has moved but by a call that was allowed and answered so', async () => {
    await fixture().stack.settle();
    const moved = (await ledger()).filter(({ _id }) => !before.has(_id));
    const unexplained = moved.filter(
      ({ kind, correlationId }) =>
        !(journal.get(correlationId) ?? []).some(
          ({ shot, answer }) => succeeded(answer) && MOVERS[kind]?.includes(shot.operation),
        ),
    );
    expect(unexplained).toEqual([]);
    // Honest calls are among the hostile ones: a run in which nothing moved would prove nothing.
    expect(moved.length).toBeGreaterThan(20);
    sayResult(
      `${fired} requests were thrown at ${operations.length} rows, ${moved.length} transfers were made`,
    );
  });

  test('everybody can go on working, and nothing is parked', async () => {
    const { stack, buyer, worker, admin } = fixture();
    const id = await stack.submit(worker, await stack.post(buyer));
    expect(await stack.decide(buyer, id, 'approved')).toEqual({ modifiedCount: 1 });
    expect(await stack.get('listParked', { as: admin })).toEqual([]);
    expect((await stack.call('GET', '/readyz')).status).toBe(200);
  });
});
