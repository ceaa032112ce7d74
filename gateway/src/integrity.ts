import type { Clock } from '@piecework/base';
import { isoTime } from '@piecework/base';
import { type CheckState, type Integrity, SERVICES, schemas } from '@piecework/contracts';
import type { IntegrityPart } from '@piecework/service-runtime/rows';
import { z } from 'zod';

const { checks, overdue, parked, coins, dollars, payouts, appeals } = schemas.integritySchema.shape;

export const integrityPartSchema: z.ZodType<IntegrityPart> = z.object({
  checks: z.array(checks.element.omit({ service: true })),
  overdue: z.array(overdue.element.omit({ service: true })),
  parked: parked.element.omit({ service: true }),
  isSettled: z.boolean(),
  coins: coins.unwrap().partial().optional(),
  dollars,
  payouts,
  appeals,
});

/** One part per service, in the order of `SERVICES`. */
type Reading = readonly IntegrityPart[];

/** Between a change of escrow and the change of the places an event passes two services at most: of a posted task wallet, task, submission. */
const READINGS = 3;

const coinsIn = (reading: Reading): NonNullable<IntegrityPart['coins']> =>
  Object.assign({}, ...reading.map((part) => part.coins));

const escrowState = (reading: Reading): CheckState | 'differs' => {
  const { escrow, places } = coinsIn(reading);
  if (escrow === undefined || places === undefined) return 'unknown';
  return escrow === places ? 'holds' : 'differs';
};

/**
 * The sums belong to two services and are read one after the other, so they may differ while an event is on its way. They are broken if they do not
 * change in as many readings as an event has stations, and each service had handled and published all events in each.
 */
const judgeEscrow = async (first: Reading, read: () => Promise<Reading>): Promise<CheckState> => {
  const state = escrowState(first);
  if (state !== 'differs') return state;
  const { escrow, places } = coinsIn(first);
  let reading = first;
  for (let readings = 1; ; readings++) {
    const now = coinsIn(reading);
    const isSettled = reading.every((part) => part.isSettled);
    if (!isSettled || now.escrow !== escrow || now.places !== places) return 'unknown';
    if (readings === READINGS) return 'broken';
    reading = await read();
  }
};

/** `read` asks all services. */
export const createIntegrityConsole = ({ clock }: { clock: Pick<Clock, 'now'> }) => {
  let escrow: { state: CheckState; since: string } | undefined;

  return async (read: () => Promise<Reading>): Promise<Integrity> => {
    const parts = await read();
    const state = await judgeEscrow(parts, read);
    if (escrow?.state !== state) escrow = { state, since: isoTime(clock.now()) };
    const ofServices = parts.map((part, at) => ({ service: SERVICES[at] ?? '', ...part }));
    const { data: allCoins } = coins.unwrap().safeParse(coinsIn(parts));
    return {
      checks: [
        ...ofServices.flatMap(({ service, checks: own }) => own.map((check) => ({ service, ...check }))),
        { name: 'escrow-covered', service: 'gateway', ...escrow },
      ],
      overdue: ofServices.flatMap(({ service, overdue: own }) => own.map((timer) => ({ service, ...timer }))),
      parked: ofServices
        .filter(({ parked: { events } }) => events > 0)
        .map(({ service, parked: counts }) => ({ service, ...counts })),
      ...(allCoins && { coins: allCoins }),
      ...Object.assign({}, ...parts.map(ownSums)),
    };
  };
};

const ownSums = ({ dollars: money, payouts: due, appeals: open }: IntegrityPart) => ({
  ...(money && { dollars: money }),
  ...(due && { payouts: due }),
  ...(open && { appeals: open }),
});
