import { describeWithDocker } from '@piecework/base/testing/docker';
import type { Role } from '@piecework/contracts';
import type { Actor, IdentityClaims } from '@piecework/identity';
import { createUserService } from '@piecework/user';
import { users } from '@piecework/user/stores';
import { insecurePasswords } from '@piecework/user/testing';
import { everyInterleaving } from './interleave';
import { statuses, usePair } from './process-pair';
import { newId, type Process } from './service-process';

jest.setTimeout(120_000);

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
    name: 'Somebody',
    picture: '',
    provider: 'password',
  });
  const join = async (role: Role): Promise<Actor> => {
    const email = `${newId()}@example.com`;
    const body = { userName: 'Somebody', userPhotoURL: '', userRole: 'worker' };
    const { body: made } = await a.call('createUser', { identity: identityOf(email), body });
    await a.store.collection(users).updateOne({ _id: made.insertedId }, { $set: { role } });
    return { userId: made.insertedId, email, name: 'Somebody', role, roleVersion: 0 };
  };
  const signUp = (by: Process, email: string) =>
    by.call('signUp', { body: { email, password: 'Piecework1!', displayName: 'Somebody' } });
  const guess = (by: Process, email: string) =>
    by.call('signIn', { body: { email, password: 'Somewhat2!' } });

  it('lets two admins not depose one another', async () => {
    await everyInterleaving(a, async () => {
      const [one, two] = [await join('admin'), await join('admin')];
      const depose = (by: Process, as: Actor, whom: Actor) =>
        by.call('changeUser', { as, params: { id: whom.userId }, body: { userRole: 'worker' } });
      return {
        first: () => depose(a, one, two),
        second: () => depose(b, two, one),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 403]);
          const ids = [one.userId, two.userId];
          expect(await a.store.collection(users).countDocuments({ _id: { $in: ids }, role: 'admin' })).toBe(
            1,
          );
        },
      };
    });
  }, 240_000);

  it('makes one account of an email', async () => {
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

  it('registers an email once', async () => {
    await everyInterleaving(a, async () => {
      const email = `${newId()}@example.com`;
      const body = { userName: 'Somebody', userPhotoURL: '', userRole: 'worker' };
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

  it('takes a refresh token once, and then ends the session', async () => {
    await everyInterleaving(a, async () => {
      const { refreshToken } = (await signUp(a, `${newId()}@example.com`)).body;
      const refresh = (by: Process, token: string) =>
        by.call('refreshIdentity', { body: { refreshToken: token } });
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

  it('counts every wrong password', async () => {
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
