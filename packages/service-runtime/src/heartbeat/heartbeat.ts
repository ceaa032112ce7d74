import { type Clock, exponentialBackoff, type Log, sleep } from '@piecework/base';
import { collection, type Store } from '@piecework/store';
import { isDead, isForgotten, isSuspected, POLLS_PER_BEAT, pollOnce, type Sighting } from './failure-detector';

/** Heartbeat of an instance of a service on a shared store, with what it announces. Deleted by an orderly stop. */
export interface Heartbeat {
  _id: string;
  beats: number;
}

/** Stored under their name of 1.0.0. */
export const heartbeats = collection<Heartbeat>('outboxOwners');

const BEAT_MS = 5_000;

/** Takes over the work that a dead instance leaves. */
export interface Takeover {
  /** Some instance with work that is not in `known`, or null. */
  findUnknownInstance(instances: readonly string[]): Promise<string | null>;
  /** Repeated, because a late transaction of a dead instance may add work. */
  takeOver(dead: readonly string[]): Promise<void>;
}

export const startHeartbeat = (deps: {
  instance: string;
  /** Fields that other instances read from its heartbeat. */
  announcement: Readonly<Record<string, unknown>>;
  takeover: Takeover;
  store: Store;
  clock: Clock;
  log: Log;
  /** @default 5000 */
  beatMs?: number;
}) => {
  const { instance, announcement, takeover, store, clock, log, beatMs = BEAT_MS } = deps;
  const rows = store.collection(heartbeats);
  const stopping = new AbortController();
  let sightings: ReadonlyMap<string, Sighting> = new Map();

  const beat = async () => {
    const $set = { ...announcement } as Partial<Heartbeat>;
    await rows.updateOne({ _id: instance }, { $inc: { beats: 1 }, $set }, { upsert: true });
  };

  const poll = async () => {
    const beats = await rows.find({});
    // Its process crashed before the first heartbeat, or was forgotten and resumed.
    const unknown = await takeover.findUnknownInstance(beats.map(({ _id }) => _id));
    const others = beats.filter(({ _id }) => _id !== instance);
    sightings = pollOnce(sightings, unknown === null ? others : [...others, { _id: unknown, beats: 0 }]);
    const dead = [...sightings].filter(([, sighting]) => isDead(sighting));
    if (dead.length > 0) await takeover.takeOver(dead.map(([_id]) => _id));
    // Conditional on `beats`: a process that has resumed keeps its document.
    for (const [_id, sighting] of dead) if (isForgotten(sighting)) await rows.deleteOne({ _id, beats: sighting.beats });
  };

  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await beat();
        await poll();
        failures = 0;
      } catch (error) {
        failures += 1;
        log.warn({ err: error, failures }, 'heartbeats not updated, will be retried');
      }
      const pause = [...sightings.values()].some(isSuspected) ? beatMs / POLLS_PER_BEAT : beatMs;
      await sleep(clock, failures === 0 ? pause : exponentialBackoff(failures), stopping.signal);
    }
  };
  const running = run();

  return {
    stop: async () => {
      stopping.abort();
      await running;
      try {
        await rows.deleteOne({ _id: instance });
      } catch (error) {
        log.warn({ err: error }, 'the heartbeat could not be deleted; other processes will consider this one dead');
      }
    },
  };
};
