/** Polls per heartbeat while the heartbeat of another instance is missing. */
export const POLLS_PER_BEAT = 5;
/**
 * Polls without a new heartbeat until an instance counts as dead: more than a heartbeat's interval. A stalled process may
 * publish duplicates, which inboxes absorb.
 */
export const POLLS_UNTIL_DEAD = POLLS_PER_BEAT + 2;
/** Polls until its document is deleted: about ten minutes. */
const POLLS_UNTIL_FORGOTTEN = 120;

export interface Sighting {
  beats: number;
  polls: number;
}

/** By instance. Counts polls instead of comparing clocks; polls pause with the store, so an outage ages no process. */
export const pollOnce = (
  before: ReadonlyMap<string, Sighting>,
  seen: readonly { _id: string; beats: number }[],
): ReadonlyMap<string, Sighting> =>
  new Map(
    seen.map(({ _id, beats }) => {
      const last = before.get(_id);
      const isNewBeat = last !== undefined && last.beats !== beats;
      return [_id, { beats, polls: isNewBeat ? 0 : (last?.polls ?? 0) + 1 }];
    }),
  );

export const isDead = ({ polls }: Sighting): boolean => polls >= POLLS_UNTIL_DEAD;
/** Neither known to live nor dead. */
export const isSuspected = ({ polls }: Sighting): boolean => polls > 0 && polls < POLLS_UNTIL_DEAD;
export const isForgotten = ({ polls }: Sighting): boolean => polls >= POLLS_UNTIL_FORGOTTEN;
