import { type Clock, growingPause, type Log, sleep } from '@piecework/base';
import { collection, type Store } from '@piecework/store';

/** A process that publishes its part of a shared outbox; there as long as it has not stopped in order. */
export interface OutboxOwner {
  /** The id that the process made for itself at its start. */
  _id: string;
  /** Counts up while the process lives. */
  beats: number;
}

export const outboxOwners = collection<OutboxOwner>('outboxOwners');

/** How often a process counts up and looks at the others. */
const BEAT_MS = 1_000;
/**
 * Looks in a row at which a count had not moved, after which its process is taken for dead. One that only stood still for so long publishes
 * some events a second time, and the inboxes know them.
 */
export const LOOKS_UNTIL_DEAD = 3;
/** And after which nothing is expected of it any more: ten minutes. */
const LOOKS_UNTIL_FORGOTTEN = 600;

/** What one process has seen of another. */
export interface Sighting {
  beats: number;
  /** How often the count has been seen not to move. */
  looks: number;
}

/**
 * What is known of the others after one more look. Looks are counted and not time: no two clocks are compared, and while the store (or this
 * process itself) stands still nobody grows older.
 */
export const lookOnce = (
  before: ReadonlyMap<string, Sighting>,
  seen: readonly OutboxOwner[],
): ReadonlyMap<string, Sighting> =>
  new Map(
    seen.map(({ _id, beats }) => {
      const last = before.get(_id);
      return [_id, { beats, looks: last?.beats === beats ? last.looks + 1 : 0 }];
    }),
  );

export interface OwnershipDeps {
  /** This process's own id. */
  owner: string;
  store: Store;
  clock: Clock;
  log: Log;
  /** An owner of rows who is none of these; null when there is none. */
  strangerThan: (known: readonly string[]) => Promise<string | null>;
  /** Takes over what dead owners have left. Called again as long as they are dead: a row may come to light late. */
  adopt: (dead: readonly string[]) => Promise<void>;
  beatMs?: number;
}

/** Shows the others that this process lives, and sees to what those leave who do not. */
export const createOwnership = (deps: OwnershipDeps) => {
  const { owner, store, clock, log, strangerThan, adopt, beatMs = BEAT_MS } = deps;
  const owners = store.collection(outboxOwners);
  const stopping = new AbortController();
  let sightings: ReadonlyMap<string, Sighting> = new Map();

  const forget = async (_id: string, { beats, looks }: Sighting) => {
    // Not one that has just come back: it would only make its document again, but meanwhile be a stranger.
    if (looks >= LOOKS_UNTIL_FORGOTTEN) await owners.deleteOne({ _id, beats });
  };

  const beatAndLook = async () => {
    await owners.updateOne({ _id: owner }, { $inc: { beats: 1 } }, { upsert: true });
    const known = await owners.find({});
    // Rows of a process that ended before its first beat, or that was forgotten and came back.
    const stranger = await strangerThan(known.map(({ _id }) => _id));
    const others = known.filter(({ _id }) => _id !== owner);
    sightings = lookOnce(sightings, stranger === null ? others : [...others, { _id: stranger, beats: 0 }]);
    const dead = [...sightings].filter(([, { looks }]) => looks >= LOOKS_UNTIL_DEAD);
    if (dead.length > 0) await adopt(dead.map(([_id]) => _id));
    for (const [_id, sighting] of dead) await forget(_id, sighting);
  };

  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await beatAndLook();
        failures = 0;
      } catch (error) {
        failures += 1;
        log.warn({ err: error, failures }, 'the outbox owners were not looked at, will be tried again');
      }
      await sleep(clock, failures === 0 ? beatMs : growingPause(failures), stopping.signal);
    }
  };
  const running = run();

  return {
    /** After it the process is known to have stopped: what it has left is taken over like a dead one's. */
    stop: async () => {
      stopping.abort();
      await running;
      try {
        await owners.deleteOne({ _id: owner });
      } catch (error) {
        log.warn({ err: error }, 'the others will take this process for dead, which does no harm');
      }
    },
  };
};
