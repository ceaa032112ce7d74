import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';

/** Engines for machines that can pull no image; where they are, nothing excuses a skipped test. */
const ENGINES = '../shared/engines';

const answers = (): boolean => {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
};

/** The image of Testcontainers' own cleaner is on no machine that cannot pull: there, whoever starts a container ends it. */
export const doWithoutRyuk = (): void => {
  if (existsSync(ENGINES)) process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
};

/** What a run's containers carry, so that whoever gave the run a name finds those that it left behind when it was broken off. */
export const runLabels = (): Record<string, string> =>
  process.env.PIECEWORK_RUN ? { 'piecework.run': process.env.PIECEWORK_RUN } : {};

/**
 * Runs tests that need a Docker engine; without one says so in a line and counts them as skipped, but in CI with engines at hand fails, unless
 * these could not be started there (.ci/run).
 */
export const describeWithDocker = (name: string, define: () => void): void => {
  doWithoutRyuk();
  if (answers()) return void describe(name, define);
  if (process.env.CI && !process.env.PIECEWORK_WITHOUT_ENGINES && existsSync(ENGINES)) {
    return void describe(name, () => {
      it('has a Docker engine', () => {
        throw new Error(`CI has ${ENGINES} and no Docker engine answers: run ${ENGINES}/docker up`);
      });
    });
  }
  process.stderr.write(`Skipped, because no Docker engine answers: ${name}\n`);
  describe.skip(name, define);
};

/** For an engine that tells its clients where it is: its port must be known before it runs. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
