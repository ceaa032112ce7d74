import { actor } from '@piecework/identity/testing';
import { submissionService } from '@piecework/submission';
import { reservations, submissions, taskPlaces } from '@piecework/submission/stores';
import type { everyInterleaving } from './interleavings';
import { newActor, publishedEvents, registered, type UsePair } from './process-pair';
import { eventFor, newId, type Process } from './service-process';

const [PAY, RAISED] = [7, 10];
const BY = RAISED - PAY;
const PLACES = 3;

/** Tests of two processes of the submission service, one of which raises the pay of a task; `race` runs two calls in several orders. */
export const testRaiseRaces = (usePair: UsePair, race: typeof everyInterleaving): void => {
  let a: Process;
  let b: Process;
  usePair(submissionService, (first, second) => {
    a = first;
    b = second;
  });
  const admin = actor('admin');

  /** A task with a pending, a rejected and an open place, which can be held. */
  const working = async () => {
    const [taskId, buyer, worker, rejected] = [newId(), newActor('buyer'), newActor('worker'), newActor('worker')];
    for (const person of [buyer, worker, rejected]) await a.deliver(registered(person));
    const { userId: buyerId, email: buyerEmail, name: buyerName } = buyer;
    const facts = { taskId, buyerId, buyerEmail, buyerName, title: 'A task', places: PLACES, payable: PAY };
    await a.deliver(eventFor('task.published', taskId, { ...facts, autoApproveHours: 0, reserveMinutes: 30 }));
    const submit = async (as = newActor('worker')): Promise<string> =>
      (await b.call('createSubmission', { as, body: { taskId, submissionDetails: 'Work' } })).body.insertedId;
    const decide = (id: string, status: 'approved' | 'reject') =>
      b.call('decideSubmission', { as: buyer, params: { id }, body: { status } });
    const [pending, lost] = [await submit(worker), await submit(rejected)];
    await decide(lost, 'reject');
    const appeal = { as: rejected, params: { id: lost }, body: { text: 'The last bird is a rook, I am sure.' } };
    await a.call('fileAppeal', appeal);
    return {
      taskId,
      raise: () =>
        a.deliver(
          eventFor('task.pay-raised', taskId, {
            additionId: newId(),
            taskId,
            buyerId,
            places: PLACES,
            payable: RAISED,
            by: BY,
          }),
        ),
      acts: {
        'new work': submit,
        'a new hold': () => b.call('reservePlace', { as: newActor('worker'), params: { id: taskId } }),
        'an approval': () => decide(pending, 'approved'),
        'a rejection': () => decide(pending, 'reject'),
        'an upheld appeal': () =>
          b.call('decideAppeal', {
            as: admin,
            params: { id: lost },
            body: { outcome: 'upheld', note: 'The work is right.' },
          }),
        'the closing of an account': () =>
          b.deliver(
            eventFor('user.closed', buyerId, { userId: buyerId, email: buyer.email, role: 'buyer', roleVersion: 1 }),
          ),
      },
    };
  };
  type Act = keyof Awaited<ReturnType<typeof working>>['acts'];

  it.each<Act>([
    'new work',
    'a new hold',
    'an approval',
    'a rejection',
    'an upheld appeal',
    'the closing of an account',
  ])('pay what escrow has for each place, when a raise meets %s', async (act) => {
    await race(a, async () => {
      const { taskId, raise, acts } = await working();
      return {
        first: raise,
        second: (): Promise<unknown> => acts[act](),
        check: async () => {
          const task = await a.store.collection(taskPlaces).findOne({ _id: taskId });
          const work = await a.store.collection(submissions).find({ taskId });
          const held = await a.store.collection(reservations).find({ taskId, state: 'held' });
          const undecided = [...work.filter(({ status }) => status === 'pending'), ...held];
          for (const { payable } of undecided) expect(payable).toBe(RAISED);
          const { data } = publishedEvents(a, b).find(
            ({ type, aggregateId }) => type === 'task.raise-applied' && aggregateId === taskId,
          ) as { data: { unneeded: number } };
          const paid = work
            .filter(({ status }) => status === 'approved')
            .reduce((sum, { payable }) => sum + payable, 0);
          const escrow = PLACES * (PAY + BY) - data.unneeded * BY - paid;
          const { open = 0, reserved = 0, pending = 0 } = task?.places ?? {};
          expect([escrow, task?.payable]).toEqual([RAISED * (open + reserved + pending), RAISED]);
        },
      };
    });
  });
};
