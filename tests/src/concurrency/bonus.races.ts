import type { EventData } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { walletService } from '@piecework/wallet';
import { accounts, bonuses, entries } from '@piecework/wallet/stores';
import type { everyInterleaving } from './interleavings';
import { changed, newActor, registered, statuses, type UsePair } from './process-pair';
import { eventFor, newId, type Process } from './service-process';

const PAY = 5;
/** Starting coins of a buyer, less the task. */
const LEFT = 45;

/** Tests of two processes of the wallet service; `race` runs two calls in several orders. */
export const testBonusRaces = (usePair: UsePair, race: typeof everyInterleaving): void => {
  let a: Process;
  let b: Process;
  usePair(walletService, (first, second) => {
    a = first;
    b = second;
  });

  const fund = (buyer: Actor, taskId: string, payable: number) => {
    const facts = { taskId, buyerId: buyer.userId, buyerRoleVersion: 0, places: 1, payable, cost: payable };
    return eventFor('task.funding-requested', taskId, { ...facts, title: 'Birds', imageUrl: '' });
  };
  /** A submission that was approved and paid. */
  const paidWork = async () => {
    const [buyer, worker] = [newActor('buyer'), newActor('worker')];
    const [taskId, id] = [newId(), newId()];
    await a.deliver(registered(buyer));
    await a.deliver(registered(worker));
    await a.deliver(fund(buyer, taskId, PAY));
    const approval: EventData<'submission.approved'> = {
      ...{ submissionId: id, taskId, taskTitle: 'Birds', workerId: worker.userId, buyerId: buyer.userId },
      ...{ payable: PAY, places: { version: 1, open: 0, pending: 0, approved: 1 }, decidedBy: 'buyer', waitedMs: 0 },
    };
    await a.deliver(eventFor('submission.approved', id, approval));
    return { buyer, worker, id };
  };
  const give = (by: Process, { buyer, id }: { buyer: Actor; id: string }, coins: number, key?: string) =>
    by.call('giveBonus', {
      as: buyer,
      params: { id },
      body: { coins, note: 'Thank you' },
      ...(key !== undefined && { key }),
    });
  const balanceOf = async ({ userId }: Actor) => {
    const account = `user:${userId}` as const;
    const found = await a.store.collection(accounts).findOne({ _id: account });
    expect(await a.store.collection(entries).sum({ account }, 'amount')).toBe(found?.balance);
    return found?.balance;
  };
  const given = async (submissionId: string) =>
    (await a.store.collection(bonuses).find({ submissionId }, { sort: { number: 1 } })).map(({ coins }) => coins);

  it('pay once what is asked twice with one key', async () => {
    await race(a, async () => {
      const work = await paidWork();
      const key = newId();
      return {
        first: () => give(a, work, 7, key),
        second: () => give(b, work, 7, key),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([201, 201]);
          expect(await given(work.id)).toEqual([7]);
          expect(await balanceOf(work.buyer)).toBe(LEFT - 7);
        },
      };
    });
  });

  it('number two bonuses of one submission', async () => {
    await race(a, async () => {
      const work = await paidWork();
      return {
        first: () => give(a, work, 7),
        second: () => give(b, work, 8),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([201, 201]);
          expect((await given(work.id)).toSorted()).toEqual([7, 8]);
          expect(await balanceOf(work.buyer)).toBe(LEFT - 15);
          expect(await balanceOf(work.worker)).toBe(10 + PAY + 15);
        },
      };
    });
  });

  it('pay one of two bonuses that the balance covers alone', async () => {
    await race(a, async () => {
      const work = await paidWork();
      return {
        first: () => give(a, work, 30),
        second: () => give(b, work, 31),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([201, 409]);
          expect(await balanceOf(work.buyer)).toBe(LEFT - (one.status === 201 ? 30 : 31));
        },
      };
    });
  });

  it('pay a bonus or fund a task from the same coins', async () => {
    await race(a, async () => {
      const work = await paidWork();
      return {
        first: () => give(a, work, 30),
        second: () => b.deliver(fund(work.buyer, newId(), 31)),
        check: async ({ status }) => {
          expect([201, 409]).toContain(status);
          expect(await balanceOf(work.buyer)).toBe(LEFT - (status === 201 ? 30 : 31));
        },
      };
    });
  });

  it('give nothing to a worker whose balance is reset', async () => {
    await race(a, async () => {
      const work = await paidWork();
      return {
        first: () => give(a, work, 7),
        second: () => b.deliver(changed(work.worker, 'buyer')),
        check: async ({ status }) => {
          expect([201, 409]).toContain(status);
          expect(await given(work.id)).toEqual(status === 201 ? [7] : []);
          expect(await balanceOf(work.worker)).toBe(50);
          expect(await balanceOf(work.buyer)).toBe(status === 201 ? LEFT - 7 : LEFT);
        },
      };
    });
  });
};
