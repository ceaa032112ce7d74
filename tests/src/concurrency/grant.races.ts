import { eventually } from '@piecework/base/testing';
import type { Actor } from '@piecework/identity';
import { createUserService } from '@piecework/user';
import { users } from '@piecework/user/stores';
import { insecurePasswords } from '@piecework/user/testing';
import type { everyInterleaving } from './interleavings';
import { changeRole, newActor, publishedEvents, statuses, type UsePair } from './process-pair';
import { newId, type Process } from './service-process';

/** Tests of two processes of the user service; `race` runs two calls in several orders. */
export const testGrantRaces = (usePair: UsePair, race: typeof everyInterleaving): void => {
  let a: Process;
  let b: Process;
  usePair(createUserService({ passwords: insecurePasswords }), (first, second) => {
    a = first;
    b = second;
  });

  const registered = async (email = `${newId()}@example.com`): Promise<Actor> => {
    const uid = newId();
    const identity = { uid, email, name: 'Person', picture: '', provider: 'password' } as const;
    const { body } = await a.call('createUser', { identity, body: {} });
    return { ...newActor('worker'), userId: body.insertedId, email };
  };
  const newAdmin = async (): Promise<Actor> => {
    const admin: Actor = { ...(await registered()), role: 'admin' };
    await a.store.collection(users).updateOne({ _id: admin.userId }, { $set: { role: 'admin' } });
    return admin;
  };
  /** The second account of a mailbox. */
  const waiting = async (): Promise<string> => {
    const name = newId();
    await registered(`${name}+1@gmail.com`);
    return (await registered(`${name}+2@gmail.com`)).userId;
  };
  const release = (by: Process, as: Actor, userId: string) =>
    by.call('releaseGrants', { as, body: { userIds: [userId] } });
  const eventsOf = (userId: string): string[] =>
    publishedEvents(a, b)
      .filter(({ aggregateId }) => aggregateId === userId)
      .map(({ type }) => type);
  const untilPublished = (userId: string, count: number) =>
    eventually(() => eventsOf(userId).length >= count, `${count} events`, 30_000);

  it('release starting coins once that two admins release', async () => {
    const [one, two] = [await newAdmin(), await newAdmin()];
    await race(a, async () => {
      const userId = await waiting();
      return {
        first: () => release(a, one, userId),
        second: () => release(b, two, userId),
        check: async (...answers) => {
          expect(answers.map(({ body }) => body.released).sort()).toEqual([0, 1]);
          await untilPublished(userId, 2);
          expect(eventsOf(userId)).toEqual(['user.registered', 'user.grant-released']);
        },
      };
    });
  });

  it('release starting coins once beside a change of role', async () => {
    const [one, two] = [await newAdmin(), await newAdmin()];
    await race(a, async () => {
      const userId = await waiting();
      return {
        first: () => release(a, one, userId),
        second: () => changeRole(b, two, userId, 'buyer'),
        check: async () => {
          const ends = ['user.registered', 'user.grant-released', 'user.role-changed'];
          await untilPublished(userId, ends.length);
          expect(eventsOf(userId).sort()).toEqual(ends.sort());
          expect((await a.store.collection(users).findOne({ _id: userId }))?.waitingGrant).toBeUndefined();
        },
      };
    });
  });

  it('give one mailbox the starting coins of one account', async () => {
    await race(a, async () => {
      const name = newId();
      const emails = [1, 2].map((part) => `${name}+${part}@gmail.com`);
      const register = (by: Process, email = '') => {
        const identity = { uid: newId(), email, name: 'Person', picture: '', provider: 'password' } as const;
        return by.call('createUser', { identity, body: {} });
      };
      return {
        first: () => register(a, emails[0]),
        second: () => register(b, emails[1]),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([201, 201]);
          const made = await a.store.collection(users).find({ email: { $in: emails } });
          expect(made.map(({ waitingGrant }) => waitingGrant?.for).sort()).toEqual(['admin', undefined]);
        },
      };
    });
  });
};
