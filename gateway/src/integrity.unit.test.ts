import { createManualClock } from '@piecework/base/testing';
import { SERVICES } from '@piecework/contracts';
import type { IntegrityPart } from '@piecework/service-runtime/rows';
import { createIntegrityConsole } from './integrity';

const part = (changes: Partial<IntegrityPart> = {}): IntegrityPart => ({
  checks: [],
  overdue: [],
  parked: { events: 0, waiting: 0 },
  isSettled: true,
  ...changes,
});
/** Parts in the order of the services. */
const reading = (parts: Partial<Record<string, Partial<IntegrityPart>>> = {}) =>
  SERVICES.map((service) => part(parts[service]));

const WALLET = { users: 90, grants: 100, topUps: 10, appeals: 0, adjustments: 0, payouts: 0 };
const sums = (escrow: number, places: number, isSettled = true) =>
  reading({ wallet: { coins: { ...WALLET, escrow }, isSettled }, submission: { coins: { places } } });

const clock = createManualClock();
const open = () => {
  const readIntegrity = createIntegrityConsole({ clock });
  /** The last reading repeats. */
  return async (...readings: (readonly IntegrityPart[])[]) => {
    let reads = 0;
    const read = async () => readings[Math.min(reads++, readings.length - 1)] ?? [];
    const { checks, ...rest } = await readIntegrity(read);
    return { ...rest, checks, escrow: checks.at(-1), reads };
  };
};
const now = () => new Date(clock.now()).toISOString();

test('merges the checks, timers, parked events and sums of all services', async () => {
  const answer = await open()(
    reading({
      wallet: {
        checks: [{ name: 'ledger-balanced', state: 'holds', since: now() }],
        coins: { ...WALLET, escrow: 20 },
        dollars: { paidIn: 1, paidOut: 2, requested: 2, owed: 3 },
        payouts: { due: 0 },
      },
      submission: {
        overdue: [{ timer: 'auto-approval', since: now() }],
        parked: { events: 1, waiting: 2 },
        coins: { places: 20 },
        appeals: { open: 1, oldest: now() },
      },
    }),
  );
  expect(answer).toEqual({
    checks: [
      { name: 'ledger-balanced', service: 'wallet', state: 'holds', since: now() },
      { name: 'escrow-covered', service: 'gateway', state: 'holds', since: now() },
    ],
    overdue: [{ service: 'submission', timer: 'auto-approval', since: now() }],
    parked: [{ service: 'submission', events: 1, waiting: 2 }],
    coins: { ...WALLET, escrow: 20, places: 20 },
    dollars: { paidIn: 1, paidOut: 2, requested: 2, owed: 3 },
    payouts: { due: 0 },
    appeals: { open: 1, oldest: now() },
    escrow: expect.anything(),
    reads: 1,
  });
});

test('has no sums while a service counts, and no verdict on escrow', async () => {
  const answer = await open()(reading({ wallet: { coins: { ...WALLET, escrow: 20 } } }));
  expect(answer.coins).toBeUndefined();
  expect(answer.escrow?.state).toBe('unknown');
});

describe('escrow that differs from the pay of the places', () => {
  test('is broken when three readings agree and no event is on its way', async () => {
    const { escrow, reads } = await open()(sums(27, 20));
    expect([escrow?.state, reads]).toEqual(['broken', 3]);
  });

  test.each([
    ['an event is not handled or published yet', [sums(27, 20, false)]],
    ['it is so in a later reading', [sums(27, 20), sums(27, 20), sums(27, 20, false)]],
    ['escrow changes', [sums(27, 20), sums(20, 20)]],
    ['both change and still differ', [sums(27, 20), sums(27, 20), sums(34, 27)]],
  ])('is not judged while %s', async (_, readings) => {
    expect((await open()(...readings)).escrow?.state).toBe('unknown');
  });

  test('has the time since when it is so', async () => {
    const read = open();
    const began = now();
    await read(sums(20, 20));
    await clock.advance(1000);
    expect((await read(sums(20, 20))).escrow?.since).toBe(began);
    const broke = now();
    await read(sums(27, 20));
    await clock.advance(1000);
    expect((await read(sums(27, 20))).escrow).toMatchObject({ state: 'broken', since: broke });
    expect((await read(sums(20, 20))).escrow).toMatchObject({ state: 'holds', since: now() });
  });
});
