import { type Clock, sleep } from '@piecework/base';
import { SERVICES, type ServiceName } from '@piecework/contracts';

export type Dependency = ServiceName | 'event-log';

/** Which dependencies answer. The readiness of the gateway does not include it. */
export type DependencyHealth = () => Promise<Record<Dependency, boolean>>;

const REUSE_MS = 1000;
/** A probe waits no longer: a dependency that has not answered by then counts as down. */
const ANSWERS_WITHIN_MS = 1000;

/** Checks once a second for all callers. Never rejects. */
export const createDependencyHealth = (deps: {
  isReady: (service: ServiceName) => Promise<boolean>;
  ping: () => Promise<void>;
  clock: Clock;
}): DependencyHealth => {
  const { isReady, ping, clock } = deps;
  const answersInTime = async (answer: Promise<boolean>): Promise<boolean> => {
    const ending = new AbortController();
    const late = sleep(clock, ANSWERS_WITHIN_MS, ending.signal).then(() => false);
    try {
      return await Promise.race([answer, late]);
    } catch {
      return false;
    } finally {
      ending.abort();
    }
  };
  const check = async () => {
    const answers = [
      ...SERVICES.map((service) => [service, isReady(service)] as const),
      ['event-log', ping().then(() => true)] as const,
    ];
    const entries = await Promise.all(
      answers.map(async ([name, answer]) => [name, await answersInTime(answer)] as const),
    );
    return Object.fromEntries(entries) as Record<Dependency, boolean>;
  };
  let latest: { at: number; health: ReturnType<typeof check> } | undefined;
  return () => {
    const now = clock.now();
    if (!latest || now - latest.at >= REUSE_MS) latest = { at: now, health: check() };
    return latest.health;
  };
};
