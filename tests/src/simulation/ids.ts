import { type Clock, type Ids, idOf } from '@piecework/base';

/** Deterministic ids in the format of the real ones: 26 letters and digits, ascending. */
export const createSimulatedIds = (clock: Clock): Ids => {
  let count = 0;
  const tail = () => (count++).toString(36).padStart(16, '0');
  return {
    next: () => idOf(clock.now(), BigInt(count++)),
    secret: () => `simulated-secret-${tail()}-${tail()}`.slice(0, 43).padEnd(43, 'x'),
  };
};
