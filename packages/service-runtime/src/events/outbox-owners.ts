import { type Clock, exponentialBackoff, type Log, sleep } from '@piecework/base';
import { collection, type Store } from '@piecework/store';

/** Heartbeat of a process that publishes its part of a shared outbox. Deleted by an orderly stop. */
export interface OutboxOwner {
  _id: string;
  beats: number;
  /** Names of the tallies that its changes are added to (docs/adr/0051). */
  tallies: readonly string[];
}

export const outboxOwners = collection<OutboxOwner>('outboxOwners');

const BEAT_MS = 5_000;
/** Polls per heartbeat while the heartbeat of another process is missing. */
const POLLS_PER_BEAT = 5;
/**
 * Polls without a new heartbeat until a process counts as dead: more than a heartbeat's interval. A stalled process may
 * publish duplicates, which inboxes absorb.
 */
export const POLLS_UNTIL_DEAD = POLLS_PER_BEAT + 2;
/** Polls until its document is deleted: about ten minutes. */
const POLLS_UNTIL_FORGOTTEN = 120;

export interface Sighting {
  beats: number;
  polls: number;
}

/** Counts polls instead of comparing clocks; polls pause with the store, so an outage ages no process. */
export const pollOnce = (
  before: ReadonlyMap<string, Sighting>,
  seen: readonly Pick<OutboxOwner, '_id' | 'beats'>[],
): ReadonlyMap<string, Sighting> =>
  new Map(
    seen.map(({ _id, beats }) => {
      const last = before.get(_id);
      const isNewBeat = last !== undefined && last.beats !== beats;
      return [_id, { beats, polls: isNewBeat ? 0 : (last?.polls ?? 0) + 1 }];
    }),
  );

export interface OwnershipDeps {
  owner: string;
  store: Store;
  clock: Clock;
  log: Log;
  /** Names, for {@link OutboxOwner}. */
  tallies: readonly string[];
  /** Some owner of outbox rows that is not in `known`, or null. */
  findUnknownOwner: (known: readonly string[]) => Promise<string | null>;
  /** Takes over the rows of dead owners. Repeated, because a late transaction may add rows. */
  adopt: (dead: readonly string[]) => Promise<void>;
  beatMs?: number;
}

export const createOwnership = (deps: OwnershipDeps) => {
  const { owner, store, clock, log, tallies, findUnknownOwner, adopt, beatMs = BEAT_MS } = deps;
  const owners = store.collection(outboxOwners);
  const stopping = new AbortController();
  let sightings: ReadonlyMap<string, Sighting> = new Map();

  const forget = async (_id: string, { beats, polls }: Sighting) => {
    // Conditional on `beats`: a process that has resumed keeps its document.
    if (polls >= POLLS_UNTIL_FORGOTTEN) await owners.deleteOne({ _id, beats });
  };

  const beat = async () => {
    await owners.updateOne({ _id: owner }, { $inc: { beats: 1 }, $set: { tallies } }, { upsert: true });
  };

  const poll = async () => {
    const known = await owners.find({});
    // Its process crashed before the first heartbeat, or was forgotten and resumed.
    const unknownOwner = await findUnknownOwner(known.map(({ _id }) => _id));
    const others = known.filter(({ _id }) => _id !== owner);
    sightings = pollOnce(
      sightings,
      unknownOwner === null ? others : [...others, { _id: unknownOwner, beats: 0 }],
    );
    const dead = [...sightings].filter(([, { polls }]) => polls >= POLLS_UNTIL_DEAD);
    if (dead.length > 0) await adopt(dead.map(([_id]) => _id));
    for (const [_id, sighting] of dead) await forget(_id, sighting);
  };

  /** A process that is not known to live is watched closely until it counts as dead. */
  const isWatching = () => [...sightings.values()].some(({ polls }) => polls > 0 && polls < POLLS_UNTIL_DEAD);

  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await beat();
        await poll();
        failures = 0;
      } catch (error) {
        failures += 1;
        log.warn({ err: error, failures }, 'heartbeats of the outbox owners not updated, will be retried');
      }
      const pause = isWatching() ? beatMs / POLLS_PER_BEAT : beatMs;
      await sleep(clock, failures === 0 ? pause : exponentialBackoff(failures), stopping.signal);
    }
  };
  const running = run();

  return {
    stop: async () => {
      stopping.abort();
      await running;
      try {
        await owners.deleteOne({ _id: owner });
      } catch (error) {
        log.warn(
          { err: error },
          'the heartbeat could not be deleted; other processes will consider this one dead',
        );
      }
    },
  };
};
