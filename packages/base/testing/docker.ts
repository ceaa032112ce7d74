import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';

/** Offline engines. On a machine that has them no test may be skipped. */
const ENGINES = '../shared/engines';

const answers = (): boolean => {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
};

/** An offline machine lacks the image of Testcontainers' reaper, so each test stops its own containers. */
export const doWithoutRyuk = (): void => {
  if (existsSync(ENGINES)) process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
};

/** Label that lets the owner of `PIECEWORK_RUN` find containers of an aborted run. */
export const runLabels = (): Record<string, string> =>
  process.env.PIECEWORK_RUN ? { 'piecework.run': process.env.PIECEWORK_RUN } : {};

/** Skips the tests without a Docker engine, but fails in CI when engines are installed and .ci/run could start them. */
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

/** For an engine that advertises its address to clients: its port must be known before it starts. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
