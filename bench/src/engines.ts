import { execFileSync, spawnSync } from 'node:child_process';
import { doWithoutRyuk } from '@piecework/base/testing/docker';
import { startKafkaContainer } from '@piecework/event-log/testing/kafka';
import { type MongoContainer, startMongoContainer } from '@piecework/store/testing/mongo';

/** Settings of a stack for its engines, and facts about these. */
export interface Engines {
  env: Readonly<Record<string, string>>;
  /** What replaces the real engine on this machine, or null. */
  substitute: string | null;
}

export const hasDocker = (): boolean => {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
};

/** Label by which containers of an interrupted run are found. */
process.env.PIECEWORK_RUN ??= `bench-${process.pid}`;
const removeNow = () => {
  const filter = `label=piecework.run=${process.env.PIECEWORK_RUN}`;
  const { stdout } = spawnSync('docker', ['ps', '--all', '--quiet', '--filter', filter], { encoding: 'utf8' });
  const left = stdout?.split('\n').filter(Boolean) ?? [];
  if (left.length > 0) spawnSync('docker', ['rm', '--force', '--volumes', ...left]);
};

/** The engine's own name if it is not MongoDB. */
const standInOf = async ({ mongosh }: MongoContainer): Promise<string | null> =>
  JSON.parse(await mongosh('JSON.stringify(db.adminCommand({ buildInfo: 1 }).standIn ?? null)')) as string | null;

/** MongoDB and Kafka in fresh containers, removed with their data afterwards. */
export const withEngines = async <R>(work: (engines: Engines) => Promise<R>): Promise<R> => {
  process.once('exit', removeNow);
  doWithoutRyuk();
  const started: { stop(): Promise<void> }[] = [];
  try {
    const mongo = await startMongoContainer();
    started.push(mongo);
    const kafka = await startKafkaContainer({ isMeasured: true });
    started.push(kafka);
    return await work({
      env: { STORE: 'mongodb', MONGODB_URI: mongo.uri, EVENTS: 'kafka', KAFKA_BROKERS: kafka.brokers.join(',') },
      substitute: await standInOf(mongo),
    });
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
    process.off('exit', removeNow);
  }
};
