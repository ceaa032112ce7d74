import { OverloadedError, type QueuedCaller, systemClock } from '@piecework/base';
import { insecurePasswords } from '../../testing/passwords.fixtures';
import { scryptPasswords } from './passwords';

const cheap = { N: 16, r: 1, p: 1 };

describe.each([
  ['scrypt', scryptPasswords(systemClock, cheap)],
  ['the insecure one for tests', insecurePasswords],
])('%s', (_name, passwords) => {
  it('verifies the same password only', async () => {
    const hash = await passwords.hash('Piecework1!');
    expect(hash).not.toContain('Piecework1!');
    expect(await passwords.verify('Piecework1!', hash)).toBe(true);
    expect(await passwords.verify('Piecework1?', hash)).toBe(false);
  });

  it('ignores the Unicode composition of a password', async () => {
    expect(await passwords.verify('cafe\u0301', await passwords.hash('caf\u00e9'))).toBe(true);
  });

  it('answers false without a hash', async () => {
    expect(await passwords.verify('Piecework1!', null)).toBe(false);
    expect(await passwords.verify('', null)).toBe(false);
  });
});

describe('scryptPasswords', () => {
  it('salts: the same password has a different hash each time', async () => {
    const passwords = scryptPasswords(systemClock, cheap);
    expect(await passwords.hash('Piecework1!')).not.toBe(await passwords.hash('Piecework1!'));
  });

  it('verifies hashes of another cost', async () => {
    const old = await scryptPasswords(systemClock, cheap).hash('Piecework1!');
    expect(await scryptPasswords(systemClock, { N: 32, r: 2, p: 1 }).verify('Piecework1!', old)).toBe(true);
  });

  it('takes its time also without a hash', async () => {
    const passwords = scryptPasswords(systemClock, { N: 2 ** 15, r: 8, p: 1 });
    expect(await passwords.hash('Piecework1!')).toMatch(/^scrypt\$32768\$8\$1\$/);
    const took = async (hash: string | null) => {
      const began = performance.now();
      await passwords.verify('Piecework1!', hash);
      return performance.now() - began;
    };
    // Far above an answer without hashing.
    expect(await took(null)).toBeGreaterThan(10);
  });

  it('rejects a hash of another scheme', async () => {
    await expect(scryptPasswords(systemClock, cheap).verify('x', 'md5$1')).rejects.toThrow(
      'Not a scrypt password hash',
    );
  });
});

describe('concurrent hashes', () => {
  it('wait in a queue and are refused when it is full', async () => {
    const passwords = scryptPasswords(systemClock, cheap);
    const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.hash('Piecework1!')));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(300 - 2 - 256);
    expect(refused.every(({ reason }) => reason instanceof OverloadedError)).toBe(true);
  });

  it('are dropped after the caller disconnects or after 5 s in the queue', async () => {
    let now = 0;
    const passwords = scryptPasswords({ now: () => now }, cheap);
    const leave: (() => void)[] = [];
    const hash = (whenGone?: (then: () => void) => void) => passwords.hash('Piecework1!', { whenGone });
    const running = Promise.all([hash(), hash()]);
    const left = Promise.allSettled([hash((then) => leave.push(then)), hash((then) => leave.push(then))]);
    const stale = Promise.allSettled([hash(), hash()]);
    for (const then of leave) then();
    now = 5001;
    const inTime = hash();
    for (const { status } of [...(await left), ...(await stale)]) expect(status).toBe('rejected');
    await expect(Promise.all([running, inTime])).resolves.toBeDefined();
  });

  it.each(['hash', 'verify'] as const)('do not %s after the caller disconnected', async (work) => {
    const passwords = scryptPasswords({ now: () => 0 }, cheap);
    const kept = await passwords.hash('Piecework1!');
    const run = (caller?: QueuedCaller) =>
      work === 'hash' ? passwords.hash('Piecework1!', caller) : passwords.verify('Piecework1!', kept, caller);
    const running = Promise.all([run(), run()]);
    let leave = () => {};
    const left = run({
      whenGone: (then) => {
        leave = then;
      },
    });
    leave();
    await expect(left).rejects.toThrow('the caller disconnected');
    await expect(running).resolves.toBeDefined();
  });
});
