import { type Collection, DuplicateKeyError, StoreUnavailableError } from '../src/store';
import { account, accounts, byId, claim, claims, idsOf, type Suite, type Thing, things } from './store.suite.fixtures';

export const describeTransactions = (suite: Suite): void => {
  const { col, found } = suite;

  describe('transactions', () => {
    const boom = new Error('boom');
    const increment = (id: string) =>
      suite.store.transaction(async (tx) => {
        const doc = await tx.collection(things).findOne({ _id: id });
        await tx.collection(things).updateOne({ _id: id }, { $set: { number: (doc?.number ?? 0) + 1 } });
      });

    it("commit writes of every collection and resolve to the function's result", async () => {
      const answer = await suite.store.transaction(async (tx) => {
        await tx.collection(things).insertOne({ _id: 'a' });
        await tx.collection(accounts).insertOne(account('b'));
        return 42;
      });
      expect(answer).toBe(42);
      expect(await col().countDocuments({})).toBe(1);
      expect(await suite.store.collection(accounts).countDocuments({})).toBe(1);
    });

    it('write nothing when the function rejects, and reject with its reason', async () => {
      await col().insertMany([{ _id: 'a', number: 1 }, { _id: 'b' }]);
      const attempt = suite.store.transaction(async (tx) => {
        await tx.collection(things).insertOne({ _id: 'c' });
        await tx.collection(things).updateOne({ _id: 'a' }, { $inc: { number: 1 } });
        await tx.collection(things).deleteOne({ _id: 'b' });
        await tx.collection(accounts).insertOne(account('d'));
        throw boom;
      });
      await expect(attempt).rejects.toBe(boom);
      expect(await col().find({}, byId)).toEqual([{ _id: 'a', number: 1 }, { _id: 'b' }]);
      expect(await suite.store.collection(accounts).countDocuments({})).toBe(0);
    });

    it('reject when the function throws synchronously', async () => {
      const attempt = suite.store.transaction(() => {
        throw boom;
      });
      await expect(attempt).rejects.toBe(boom);
    });

    it('see their own writes; other reads see them after the commit', async () => {
      await suite.store.transaction(async (tx) => {
        await tx.collection(things).insertMany([
          { _id: 'a', number: 1 },
          { _id: 'b', number: 2 },
        ]);
        await tx.collection(things).updateMany({}, { $inc: { number: 10 } });
        expect(await tx.collection(things).sum({}, 'number')).toBe(23);
        expect(await tx.collection(things).countDocuments({})).toBe(2);
        expect(await col().countDocuments({})).toBe(0);
        expect(await col().findOne({ _id: 'a' })).toBeNull();
      });
      expect(await col().sum({}, 'number')).toBe(23);
    });

    it('are visible to every read that starts after they resolved', async () => {
      for (let i = 0; i < 20; i += 1) {
        await col().insertOne({ _id: `${i}` });
        expect(await col().countDocuments({})).toBe(i + 1);
      }
    });

    it('give the last place to exactly one of two', async () => {
      await col().insertOne({ _id: 'task', number: 1 });
      const take = (worker: string) =>
        suite.store.transaction(async (tx) => {
          const task = await tx.collection(things).findOne({ _id: 'task' });
          if ((task?.number ?? 0) < 1) return 'full';
          await tx.collection(things).updateOne({ _id: 'task' }, { $inc: { number: -1 } });
          await tx.collection(things).insertOne({ _id: worker });
          return 'taken';
        });
      const outcomes = await Promise.all([take('w1'), take('w2')]);
      expect(outcomes.sort()).toEqual(['full', 'taken']);
      expect(await col().findOne({ _id: 'task' })).toEqual({ _id: 'task', number: 0 });
      expect(await col().countDocuments({ _id: { $in: ['w1', 'w2'] } })).toBe(1);
    });

    it('lose none of 50 concurrent increments, by read and write or by $inc', async () => {
      await col().insertOne({ _id: 'a', number: 0 });
      await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          i % 2 === 0 ? increment('a') : col().updateOne({ _id: 'a' }, { $inc: { number: 1 } }),
        ),
      );
      expect((await col().findOne({ _id: 'a' }))?.number).toBe(50);
    });

    it('let one of many concurrent inserts of a key win; the others reject with DuplicateKeyError', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, number) => col().insertOne({ _id: 'a', number })),
      );
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DuplicateKeyError);
    });

    it('lose only their own writes when one of several concurrent functions rejects', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, (_, i) =>
          suite.store.transaction(async (tx) => {
            await tx.collection(things).insertOne({ _id: `t${i}` });
            await tx.collection(accounts).insertOne(account(`t${i}`));
            if (i % 3 === 1) throw boom;
            if (i % 3 === 2) await tx.collection(accounts).insertOne(account(`u${i}`, { email: `t${i}@example.com` }));
          }),
        ),
      );
      const won = outcomes.flatMap((outcome, i) => (outcome.status === 'fulfilled' ? [`t${i}`] : []));
      expect(won).toEqual(Array.from({ length: 10 }, (_, i) => `t${i * 3}`));
      expect(await found({})).toEqual([...won].sort());
      expect(idsOf(await suite.store.collection(accounts).find({}, { sort: { _id: 1 } }))).toEqual([...won].sort());
    });

    it('lose only their own writes when a function throws StoreUnavailableError itself', async () => {
      const reason = new StoreUnavailableError('another store');
      const [lost, kept] = await Promise.allSettled([
        suite.store.transaction(async (tx) => {
          await tx.collection(things).insertOne({ _id: 'a' });
          throw reason;
        }),
        col().insertOne({ _id: 'b' }),
      ]);
      expect([lost.status, kept.status]).toEqual(['rejected', 'fulfilled']);
      expect(await found({})).toEqual(['b']);
    });

    it('fail after a duplicate key, even when the function catches the error', async () => {
      await col().insertOne({ _id: 'a' });
      const attempt = suite.store.transaction(async (tx) => {
        await tx.collection(things).insertOne({ _id: 'b' });
        await tx
          .collection(things)
          .insertOne({ _id: 'a' })
          .catch(() => undefined);
        return 'done';
      });
      await expect(attempt).rejects.toBeInstanceOf(DuplicateKeyError);
      expect(await found({})).toEqual(['a']);
    });

    it('can be retried after a failure: the first attempt leaves nothing behind', async () => {
      let attempts = 0;
      const register = () =>
        suite.store.transaction(async (tx) => {
          attempts += 1;
          await tx.collection(accounts).insertOne(account('a'));
          await tx.collection(claims).insertOne(claim('c'));
          if (attempts === 1) throw boom;
        });
      await expect(register()).rejects.toBe(boom);
      await register();
      expect(await suite.store.collection(accounts).countDocuments({})).toBe(1);
      await expect(register()).rejects.toBeInstanceOf(DuplicateKeyError);
    });

    it('refuse calls after their end', async () => {
      let kept: Collection<Thing> | undefined;
      await suite.store.transaction(async (tx) => {
        kept = tx.collection(things);
      });
      await expect(kept?.insertOne({ _id: 'late' })).rejects.toThrow(Error);
      await expect(kept?.find({})).rejects.toThrow(Error);
      expect(await col().countDocuments({})).toBe(0);
    });

    it('may be empty', async () => {
      expect(await suite.store.transaction(async () => 'nothing')).toBe('nothing');
    });
  });
};
