import { type Clock, exponentialBackoff, type Log, sleep } from '@piecework/base';
import { collection, type Store } from '@piecework/store';

/** Heartbeat of a process that publishes its part of a shared outbox. Deleted by an orderly stop. */
export interface OutboxOwner {
  _id: string;
  beats: number;
}

export const outboxOwners = collection<OutboxOwner>('outboxOwners');

const BEAT_MS = 1_000;
/** Polls without a new heartbeat until a process counts as dead. A stalled process may publish duplicates, which inboxes absorb. */
export const POLLS_UNTIL_DEAD = 3;
/** Polls until its document is deleted: ten minutes. */
const POLLS_UNTIL_FORGOTTEN = 600;

export interface Sighting {
  beats: number;
  polls: number;
}

/** Counts polls instead of comparing clocks; polls pause with the store, so an outage ages no process. */
export const pollOnce = (
  before: ReadonlyMap<string, Sighting>,
  seen: readonly OutboxOwner[],
): ReadonlyMap<string, Sighting> =>
  new Map(
    seen.map(({ _id, beats }) => {
      const last = before.get(_id);
      return [_id, { beats, polls: last?.beats === beats ? last.polls + 1 : 0 }];
    }),
  );

export interface OwnershipDeps {
  owner: string;
  store: Store;
  clock: Clock;
  log: Log;
  /** Some owner of outbox rows that is not in `known`, or null. */
  findUnknownOwner: (known: readonly string[]) => Promise<string | null>;
  /** Takes over the rows of dead owners. Repeated, because a late transaction may add rows. */
  adopt: (dead: readonly string[]) => Promise<void>;
  beatMs?: number;
}

export const createOwnership = (deps: OwnershipDeps) => {
  const { owner, store, clock, log, findUnknownOwner, adopt, beatMs = BEAT_MS } = deps;
  const owners = store.collection(outboxOwners);
  const stopping = new AbortController();
  let sightings: ReadonlyMap<string, Sighting> = new Map();

  const forget = async (_id: string, { beats, polls }: Sighting) => {
    // Conditional on `beats`: a process that has resumed keeps its document.
    if (polls >= POLLS_UNTIL_FORGOTTEN) await owners.deleteOne({ _id, beats });
  };

  const updateHeartbeats = async () => {
    await owners.updateOne({ _id: owner }, { $inc: { beats: 1 } }, { upsert: true });
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

  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await updateHeartbeats();
        failures = 0;
      } catch (error) {
        failures += 1;
        log.warn({ err: error, failures }, 'heartbeats of the outbox owners not updated, will be retried');
      }
      await sleep(clock, failures === 0 ? beatMs : exponentialBackoff(failures), stopping.signal);
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
