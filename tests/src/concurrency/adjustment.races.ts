import { encodePerson, PERSON_HEADER } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { walletService } from '@piecework/wallet';
import { accounts, adjustments, transfers } from '@piecework/wallet/stores';
import type { everyInterleaving } from './interleavings';
import { newActor, registered, statuses, type UsePair } from './process-pair';
import type { Process } from './service-process';

const LIMIT = 1000;

/** Tests of two processes of the wallet service; `race` runs two calls in several orders. */
export const testAdjustmentRaces = (usePair: UsePair, race: typeof everyInterleaving): void => {
  let a: Process;
  let b: Process;
  usePair(walletService, (first, second) => {
    a = first;
    b = second;
  });
  const [second, third] = [actor('admin', 'second'), actor('admin', 'third')];

  /** A worker with 2000 coins, which are set directly, without ledger entries. */
  const rich = async (): Promise<Actor> => {
    const person = newActor('worker');
    await a.deliver(registered(person));
    await a.store.collection(accounts).updateOne({ _id: `user:${person.userId}` }, { $set: { balance: 2000 } });
    return person;
  };
  const balanceOf = async ({ userId }: Actor) =>
    (await a.store.collection(accounts).findOne({ _id: `user:${userId}` }))?.balance;
  const request = (by: Process, of: Actor, coins: number, as = newActor('admin')) =>
    by.call('requestAdjustment', {
      as,
      params: { id: of.userId },
      headers: { [PERSON_HEADER]: encodePerson(of) },
      body: { coins, kind: 'correction', reason: 'The work was not paid.' },
    });
  const decide = (by: Process, id: string, as: Actor, status = 'approved') =>
    by.call('decideAdjustment', { as, params: { id }, body: { status } });
  const waiting = async (of: Actor, coins: number): Promise<string> => (await request(a, of, coins)).body.insertedId;

  it('post an adjustment once that two admins approve', async () => {
    await race(a, async () => {
      const person = await rich();
      const id = await waiting(person, LIMIT + 1);
      return {
        first: () => decide(a, id, second),
        second: () => decide(b, id, third),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 200]);
          expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
          expect(await balanceOf(person)).toBe(2000 + LIMIT + 1);
        },
      };
    });
  });

  it('approve an adjustment, or decline it', async () => {
    await race(a, async () => {
      const person = await rich();
      const id = await waiting(person, LIMIT + 1);
      return {
        first: () => decide(a, id, second),
        second: () => decide(b, id, third, 'declined'),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([200, 409]);
          const isPosted = one.status === 200;
          expect(await balanceOf(person)).toBe(isPosted ? 3001 : 2000);
          const state = (await a.store.collection(adjustments).findOne({ _id: id }))?.state;
          expect(state).toBe(isPosted ? 'posted' : 'declined');
          expect((await a.store.collection(transfers).findOne({ _id: `adjust:${id}` })) !== null).toBe(isPosted);
        },
      };
    });
  });

  it('take no coins that a withdrawal takes', async () => {
    await race(a, async () => {
      const person = await rich();
      const id = await waiting(person, -1500);
      const asked = { withdrawalCoin: 900, paymentSystem: 'bkash', accountNumber: '01712345678' };
      const withdrawal = (await a.call('createWithdrawal', { as: person, body: asked })).body.insertedId;
      return {
        first: () => decide(a, id, second),
        second: () =>
          b.call('decideWithdrawal', { as: third, params: { id: withdrawal }, body: { status: 'approved' } }),
        check: async (one, two) => {
          expect(two.status).toBe(200);
          const isPosted = one.status === 200;
          if (!isPosted) expect([one.status, one.body.code]).toEqual([409, 'too-few-coins']);
          expect(two.body.modifiedCount).toBe(isPosted ? 0 : 1);
          expect(await balanceOf(person)).toBe(isPosted ? 500 : 1100);
        },
      };
    });
  });

  it('keep to the limit of an admin who adjusts two accounts', async () => {
    await race(a, async () => {
      const [one, other] = [await rich(), await rich()];
      const admin = newActor('admin');
      return {
        first: () => request(a, one, LIMIT, admin),
        second: () => request(b, other, LIMIT, admin),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([201, 201]);
          expect(answers.map(({ body }) => body.state).sort()).toEqual(['posted', 'waiting']);
        },
      };
    });
  });
};
