import { type Clock, timeLimited } from '@piecework/base';
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
  const answersInTime = (answer: Promise<boolean>): Promise<boolean> =>
    timeLimited(ANSWERS_WITHIN_MS, answer, () => new Error('no answer'), clock).catch(() => false);
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
