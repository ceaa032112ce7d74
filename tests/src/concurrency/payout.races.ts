import { createIds, DAY_MS, systemClock } from '@piecework/base';
import { eventually } from '@piecework/base/testing';
import { testSettings } from '@piecework/config/testing';
import type { EventType } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { Timer } from '@piecework/service-runtime';
import { adminActs } from '@piecework/service-runtime/rows';
import { sweepOnce } from '@piecework/service-runtime/testing';
import { watchCommits } from '@piecework/store/testing';
import { walletService } from '@piecework/wallet';
import { accounts, withdrawals } from '@piecework/wallet/stores';
import { createAccountNumbers, createPayoutTimers, holdEnd } from '@piecework/wallet/timers';
import type { everyInterleaving } from './interleavings';
import { changed, newActor, publishedEvents, registered, statuses, type UsePair } from './process-pair';
import type { Process } from './service-process';

const NUMBER = '01712345678';
const CORRECTED = '01999888777';
const NEW_KEY = 'the new payout key of the wallet, long enough';

/** Tests of two processes of the wallet service; `race` runs two calls in several orders. */
export const testPayoutRaces = (usePair: UsePair, race: typeof everyInterleaving): void => {
  let a: Process;
  let b: Process;
  usePair(walletService, (first, second) => {
    a = first;
    b = second;
  });
  const admin = actor('admin');

  /** A worker with 1000 coins, which are set directly, without ledger entries. */
  const rich = async (): Promise<Actor> => {
    const person = newActor('worker');
    await a.deliver(registered(person));
    await a.store.collection(accounts).updateOne({ _id: `user:${person.userId}` }, { $set: { balance: 1000 } });
    return person;
  };
  const balanceOf = async ({ userId }: Actor) =>
    (await a.store.collection(accounts).findOne({ _id: `user:${userId}` }))?.balance;
  const decide = (by: Process, id: string, status: string) =>
    by.call('decideWithdrawal', { as: admin, params: { id }, body: { status } });

  const ids = createIds();
  const oldNumbers = createAccountNumbers(testSettings().payoutKeys, ids);
  const newNumbers = createAccountNumbers([NEW_KEY], ids);
  // After a rotation, of which the two processes know nothing yet: they seal with the old key.
  const [eraser, resealer] = createPayoutTimers(createAccountNumbers([NEW_KEY, ...testSettings().payoutKeys], ids)) as [
    Timer,
    Timer,
  ];

  const stored = async (id: string) => {
    const found = await a.store.collection(withdrawals).findOne({ _id: id });
    if (!found) throw new Error(`There is no withdrawal ${id}`);
    return found;
  };
  const statesOf = async (id: string) => (await stored(id)).timeline?.map(({ state }) => state);
  const numberOf = async (id: string) => {
    const { account } = await stored(id);
    return account && (newNumbers.open(id, account) ?? oldNumbers.open(id, account));
  };
  const askWithNumber = async (as: Actor): Promise<string> => {
    const body = { withdrawalCoin: 300, paymentSystem: 'bkash', accountNumber: NUMBER };
    return (await a.call('createWithdrawal', { as, body })).body.insertedId;
  };
  /** Approved. */
  const due = async () => {
    const worker = await rich();
    const id = await askWithNumber(worker);
    await decide(a, id, 'approved');
    return { worker, id };
  };
  const second = actor('admin', 'second');
  const record = (by: Process, id: string, body: object, as = admin) =>
    by.call('decidePayout', { as, params: { id }, body });
  const paid = (reference: string) => ({ outcome: 'paid', reference, accountMask: NUMBER.slice(-3) });
  const FAILED = { outcome: 'failed', reason: 'bKash does not know it' };
  const correct = (by: Process, id: string, as: Actor) =>
    by.call('correctAccount', { as, params: { id }, body: { accountNumber: CORRECTED } });
  const reveal = (by: Process, id: string) => by.call('revealAccount', { as: second, params: { id } });
  const sweep = (timer: Timer, by: Process, clock = systemClock) =>
    sweepOnce(timer, { store: by.store, ids }, { clock });
  const actsOn = async (id: string) =>
    (await a.store.collection(adminActs).find({ 'subject.id': id }, { sort: { _id: 1 } }))
      .map(({ action }) => action)
      .filter((action) => action !== 'withdrawal-approved');
  /** Types of the events of a withdrawal, without those of its request and its approval. */
  const payoutEvents = (id: string): EventType[] =>
    publishedEvents(a, b)
      .filter(({ type, aggregateId }) => aggregateId === id && /payout|paid/.test(type))
      .map(({ type }) => type);

  const released = (id: string) =>
    publishedEvents(a, b).filter(({ type, aggregateId }) => type === 'withdrawal.released' && aggregateId === id)
      .length;

  it('record a payout once that two admins record', async () => {
    await race(a, async () => {
      const { worker, id } = await due();
      return {
        first: () => record(a, id, paid('TRX 1')),
        second: () => record(b, id, paid('TRX 1'), second),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 200]);
          expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
          expect(await statesOf(id)).toEqual(['requested', 'approved', 'paid']);
          expect(await actsOn(id)).toEqual(['payout-paid']);
          expect(await balanceOf(worker)).toBe(700);
          await eventually(() => payoutEvents(id).length > 0, 'the event', 30_000);
          expect(payoutEvents(id)).toEqual(['withdrawal.paid']);
        },
      };
    });
  });

  it('record one of two references', async () => {
    await race(a, async () => {
      const { id } = await due();
      return {
        first: () => record(a, id, paid('TRX 1')),
        second: () => record(b, id, paid('TRX 2'), second),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([200, 409]);
          expect((await stored(id)).payoutReference).toBe(one.status === 200 ? 'TRX 1' : 'TRX 2');
          expect(await actsOn(id)).toEqual(['payout-paid']);
        },
      };
    });
  });

  it('record a payout as paid or as failed', async () => {
    await race(a, async () => {
      const { worker, id } = await due();
      return {
        first: () => record(a, id, paid('TRX 1')),
        second: () => record(b, id, FAILED, second),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([200, 409]);
          const outcome = one.status === 200 ? 'paid' : 'failed';
          const { payout, eraseAt } = await stored(id);
          expect([payout, eraseAt !== undefined]).toEqual([outcome, true]);
          expect(await actsOn(id)).toEqual([`payout-${outcome}`]);
          expect(await balanceOf(worker)).toBe(700);
          await eventually(() => payoutEvents(id).length > 0, 'the event', 30_000);
          expect(payoutEvents(id)).toEqual([outcome === 'paid' ? 'withdrawal.paid' : 'withdrawal.payout-failed']);
        },
      };
    });
  });

  it('pay the number that was given last, or none', async () => {
    await race(a, async () => {
      const { worker, id } = await due();
      return {
        first: () => correct(a, id, worker),
        second: () => record(b, id, paid('TRX 1')),
        check: async (correction, payment) => {
          const isCorrected = correction.status === 200;
          const refused = isCorrected ? payment : correction;
          expect(statuses(correction, payment)).toEqual([200, 409]);
          expect(refused.body.code).toBe(isCorrected ? 'number-changed' : 'closed-payout');
          expect(await numberOf(id)).toBe(isCorrected ? CORRECTED : NUMBER);
          expect((await statesOf(id))?.slice(2)).toEqual([isCorrected ? 'corrected' : 'paid']);
        },
      };
    });
  });

  it('have a failed payout due again only by a number that came after the failure', async () => {
    await race(a, async () => {
      const { worker, id } = await due();
      return {
        first: () => record(a, id, FAILED),
        second: () => correct(b, id, worker),
        check: async (failure, correction) => {
          expect(statuses(failure, correction)).toEqual([200, 200]);
          expect(await numberOf(id)).toBe(CORRECTED);
          const { payout } = await stored(id);
          expect([payout, (await statesOf(id))?.slice(2)]).toEqual(
            payout === 'due' ? ['due', ['failed', 'corrected']] : ['failed', ['corrected', 'failed']],
          );
        },
      };
    });
  });

  it('keep no number of a withdrawal that is canceled', async () => {
    await race(a, async () => {
      const worker = await rich();
      const id = await askWithNumber(worker);
      return {
        first: () => correct(a, id, worker),
        second: () => decide(b, id, 'canceled'),
        check: async ({ status }, cancellation) => {
          expect(cancellation.status).toBe(200);
          expect([200, 409]).toContain(status);
          expect(await stored(id)).toMatchObject({ status: 'canceled' });
          expect(await stored(id)).not.toHaveProperty('account');
        },
      };
    });
  });

  it('reveal a number until the payment, with a row in the trail for each', async () => {
    await race(a, async () => {
      const { id } = await due();
      return {
        first: () => reveal(a, id),
        second: () => record(b, id, paid('TRX 1')),
        check: async ({ status, body }) => {
          if (status === 200) expect(body).toEqual({ accountNumber: NUMBER });
          else expect([status, body.code]).toEqual([409, 'closed-payout']);
          expect((await actsOn(id)).sort()).toEqual(
            status === 200 ? ['account-number-revealed', 'payout-paid'] : ['payout-paid'],
          );
        },
      };
    });
  });

  it.each([
    ['reveal', () => reveal],
    ['correct', (worker: Actor) => (by: Process, id: string) => correct(by, id, worker)],
  ] as const)('erase a paid number for ever, whoever wants to %s it', async (_, createCall) => {
    await race(a, async () => {
      const { worker, id } = await due();
      await record(a, id, paid('TRX 1'));
      // The sweeps of the two processes may fire it as well.
      await a.store.collection(withdrawals).updateOne({ _id: id }, { $set: { eraseAt: Date.now() - 1 } });
      const call = createCall(worker);
      return {
        first: () => call(a, id),
        second: () => sweep(eraser, b),
        check: async ({ status, body }) => {
          expect([status, body.code]).toEqual([409, 'closed-payout']);
          expect(await stored(id)).toMatchObject({ payout: 'paid', payoutReference: 'TRX 1' });
          expect(await stored(id)).not.toHaveProperty('account');
          expect(await stored(id)).not.toHaveProperty('eraseAt');
        },
      };
    });
  });

  it('seal the corrected number again during a rotation, never the one before', async () => {
    await race(a, async () => {
      await sweep(resealer, b);
      const { worker, id } = await due();
      return {
        first: () => correct(a, id, worker),
        second: () => sweep(resealer, b),
        check: async ({ status }) => {
          expect(status).toBe(200);
          expect(await numberOf(id)).toBe(CORRECTED);
          await sweep(resealer, b);
          const { account: sealed, fingerprint } = await stored(id);
          expect(sealed && newNumbers.open(id, sealed)).toBe(CORRECTED);
          expect(fingerprint).toBe(newNumbers.fingerprintsOf('bkash', CORRECTED).fingerprint);
        },
      };
    });
  });

  it('seal no number again that a cancellation has erased', async () => {
    await race(a, async () => {
      await sweep(resealer, b);
      const id = await askWithNumber(await rich());
      return {
        first: () => decide(a, id, 'canceled'),
        second: () => sweep(resealer, b),
        check: async ({ status }) => {
          expect(status).toBe(200);
          expect(await stored(id)).not.toHaveProperty('account');
        },
      };
    });
  });

  const hold = (by: Process, id: string) =>
    by.call('holdWithdrawal', { as: second, params: { id }, body: { reasonCode: 'one-buyer' } });
  const release = (by: Process, id: string) => by.call('releaseWithdrawal', { as: admin, params: { id } });
  const asked = async () => {
    const worker = await rich();
    return { worker, id: await askWithNumber(worker) };
  };
  /** Not held, or pending; and each act has its row. */
  const expectHold = async (id: string, acts: readonly string[]) => {
    const { status, hold: known, holdUntil, holdActs = 0 } = await stored(id);
    expect((known === undefined) === (holdUntil === undefined)).toBe(true);
    if (known) expect(status).toBe('pending');
    const rows = (await actsOn(id)).filter((action) => /held|released/.test(action));
    expect([rows, holdActs]).toEqual([acts, acts.length]);
  };

  it('approve no withdrawal that is held, and hold none that is approved', async () => {
    await race(a, async () => {
      const { worker, id } = await asked();
      return {
        first: () => hold(a, id),
        second: () => decide(b, id, 'approved'),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([200, 409]);
          const isHeld = one.status === 200;
          expect((isHeld ? two : one).body.code).toBe(isHeld ? 'on-hold' : 'already-decided');
          expect(await stored(id)).toMatchObject({ status: isHeld ? 'pending' : 'approved' });
          await expectHold(id, isHeld ? ['withdrawal-held'] : []);
          expect(await balanceOf(worker)).toBe(isHeld ? 1000 : 700);
        },
      };
    });
  });

  it('approve one that is held only after its release', async () => {
    await race(a, async () => {
      const { worker, id } = await asked();
      await hold(a, id);
      return {
        first: () => decide(a, id, 'approved'),
        second: () => release(b, id),
        check: async (approval, { status }) => {
          expect(status).toBe(200);
          const isApproved = approval.status === 200;
          if (!isApproved) expect([approval.status, approval.body.code]).toEqual([409, 'on-hold']);
          await expectHold(id, ['withdrawal-held', 'withdrawal-released']);
          expect(await balanceOf(worker)).toBe(isApproved ? 700 : 1000);
        },
      };
    });
  });

  it('approve a withdrawal, or let its worker cancel it', async () => {
    await race(a, async () => {
      const { worker, id } = await asked();
      return {
        first: () => a.call('cancelWithdrawal', { as: worker, params: { id } }),
        second: () => decide(b, id, 'approved'),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([200, 409]);
          const isCanceled = one.status === 200;
          expect((isCanceled ? two : one).body.code).toBe('already-decided');
          expect(await stored(id)).toMatchObject({ status: isCanceled ? 'canceled' : 'approved' });
          expect(await balanceOf(worker)).toBe(isCanceled ? 1000 : 700);
        },
      };
    });
  });

  it('keep no hold of a withdrawal that is canceled', async () => {
    await race(a, async () => {
      const { id } = await asked();
      return {
        first: () => hold(a, id),
        second: () => decide(b, id, 'canceled'),
        check: async ({ status }, cancellation) => {
          expect(cancellation.status).toBe(200);
          expect(await stored(id)).toMatchObject({ status: 'canceled' });
          await expectHold(id, status === 200 ? ['withdrawal-held'] : []);
        },
      };
    });
  });

  it('keep no hold of a worker who leaves the role', async () => {
    await race(a, async () => {
      const { worker, id } = await asked();
      return {
        first: () => hold(a, id),
        second: () => b.deliver(changed(worker, 'buyer')),
        check: async ({ status, body }) => {
          if (status !== 200) expect([status, body.code]).toEqual([409, 'already-decided']);
          expect(await stored(id)).toMatchObject({ status: 'canceled' });
          await expectHold(id, status === 200 ? ['withdrawal-held'] : []);
        },
      };
    });
  });

  it('release once what an admin and the end of the hold release', async () => {
    await race(a, async () => {
      const { id } = await asked();
      await hold(a, id);
      // The sweeps of the two processes may fire it as well.
      await a.store.collection(withdrawals).updateOne({ _id: id }, { $set: { holdUntil: Date.now() - 1 } });
      return {
        first: () => release(a, id),
        second: () => sweep(holdEnd, b),
        check: async ({ status, body }) => {
          expect(status).toBe(200);
          expect(await statesOf(id)).toEqual(['requested', 'held', 'released']);
          const isByAdmin = body.modifiedCount === 1;
          await expectHold(id, ['withdrawal-held', ...(isByAdmin ? ['withdrawal-released'] : [])]);
          await eventually(() => released(id) > 0, 'the event', 30_000);
          expect(released(id)).toBe(1);
        },
      };
    });
  });

  const PAYOUTS = 6;
  const sweepInBoth = async (timer: Timer, clock = systemClock) => {
    const replicas = [a, b].map((process) => watchCommits(process.store, withdrawals));
    await Promise.all(replicas.map(({ store }) => sweepOnce(timer, { store, ids }, { clock })));
    const commits = replicas.flatMap((replica) => replica.commits);
    expect(commits.every((changedIds) => changedIds.length === 1)).toBe(true);
    return commits.flat().sort();
  };

  it('seal each number again once and erase it once, each in its transaction, when both sweep', async () => {
    // What earlier tests have left.
    await sweep(resealer, a);
    const all: string[] = [];
    while (all.length < PAYOUTS) all.push((await due()).id);
    all.sort();
    expect(await sweepInBoth(resealer)).toEqual(all);
    for (const id of all) {
      const { account: sealed } = await stored(id);
      expect(sealed && newNumbers.open(id, sealed)).toBe(NUMBER);
      await record(a, id, paid('TRX 1'));
    }
    // The sweeps of the two processes find none: their clocks are 31 days behind.
    const later = { ...systemClock, now: () => systemClock.now() + 31 * DAY_MS };
    const erased = await sweepInBoth(eraser, later);
    expect(erased.filter((id) => all.includes(id))).toEqual(all);
    expect(new Set(erased).size).toBe(erased.length);
    for (const id of all) expect(await stored(id)).not.toHaveProperty('account');
  });
};
