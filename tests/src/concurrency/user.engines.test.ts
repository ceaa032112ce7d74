import { describeWithDocker } from '@piecework/base/testing/docker';
import type { Role } from '@piecework/contracts';
import type { Actor, IdentityClaims } from '@piecework/identity';
import { createUserService } from '@piecework/user';
import { users } from '@piecework/user/stores';
import { insecurePasswords } from '@piecework/user/testing';
import { everyInterleaving } from './interleavings';
import { changeRole, statuses, usePair } from './process-pair';
import { newId, type Process } from './service-process';

describeWithDocker('two processes of the user service', () => {
  let a: Process;
  let b: Process;
  usePair(createUserService({ passwords: insecurePasswords }), (first, second) => {
    a = first;
    b = second;
  });

  const identityOf = (email: string): IdentityClaims => ({
    uid: newId(),
    email,
    name: 'Person',
    picture: '',
    provider: 'password',
  });
  const registerAs = async (role: Role): Promise<Actor> => {
    const email = `${newId()}@example.com`;
    const body = { userName: 'Person', userPhotoURL: '', userRole: 'worker' };
    const { body: made } = await a.call('createUser', { identity: identityOf(email), body });
    await a.store.collection(users).updateOne({ _id: made.insertedId }, { $set: { role } });
    return { userId: made.insertedId, email, name: 'Person', role, roleVersion: 0 };
  };
  const signUp = (by: Process, email: string) =>
    by.call('signUp', { body: { email, password: 'Piecework1!', displayName: 'Person' } });
  const guess = (by: Process, email: string) => by.call('signIn', { body: { email, password: 'Somewhat2!' } });

  it('keep one admin when two admins demote each other', async () => {
    await everyInterleaving(a, async () => {
      const [one, two] = [await registerAs('admin'), await registerAs('admin')];
      return {
        first: () => changeRole(a, one, two.userId, 'worker'),
        second: () => changeRole(b, two, one.userId, 'worker'),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 403]);
          const ids = [one.userId, two.userId];
          expect(await a.store.collection(users).countDocuments({ _id: { $in: ids }, role: 'admin' })).toBe(1);
        },
      };
    });
  });

  it('create one account per email', async () => {
    await everyInterleaving(a, async () => {
      const email = `${newId()}@example.com`;
      return {
        first: () => signUp(a, email),
        second: () => signUp(b, email),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([201, 409]);
        },
      };
    });
  });

  it('register one user per email', async () => {
    await everyInterleaving(a, async () => {
      const email = `${newId()}@example.com`;
      const body = { userName: 'Person', userPhotoURL: '', userRole: 'worker' };
      const register = (by: Process) => by.call('createUser', { identity: identityOf(email), body });
      return {
        first: () => register(a),
        second: () => register(b),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 201]);
          expect(await a.store.collection(users).countDocuments({ email })).toBe(1);
        },
      };
    });
  });

  it('accept a refresh token once, and end the session on its reuse', async () => {
    await everyInterleaving(a, async () => {
      const { refreshToken } = (await signUp(a, `${newId()}@example.com`)).body;
      const refresh = (by: Process, token: string) => by.call('refreshIdentity', { body: { refreshToken: token } });
      return {
        first: () => refresh(a, refreshToken),
        second: () => refresh(b, refreshToken),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 400]);
          const latest = answers.find(({ status }) => status === 200)?.body.refreshToken;
          expect((await refresh(a, latest)).status).toBe(400);
        },
      };
    });
  });

  it('count every wrong password', async () => {
    await everyInterleaving(a, async () => {
      const email = `${newId()}@example.com`;
      await signUp(a, email);
      return {
        first: () => guess(a, email),
        second: () => guess(b, email),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([400, 400]);
          for (let more = 0; more < 8; more++) expect((await guess(b, email)).status).toBe(400);
          expect((await guess(a, email)).status).toBe(429);
        },
      };
    });
  });
});
