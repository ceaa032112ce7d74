import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const COMMAND = resolve('stack/src/commands/docs-events.ts');
const TSX = pathToFileURL(require.resolve('tsx')).href;

let folder: string;
const page = () => join(folder, 'docs', 'architecture.md');
const read = () => readFileSync(page(), 'utf8');

/** Runs the command in a folder with the test's own copy of the page. */
const run = (...args: string[]) =>
  new Promise<{ code: number; output: string; errorOutput: string }>((done) => {
    execFile(process.execPath, ['--import', TSX, COMMAND, ...args], { cwd: folder }, (error, output, errorOutput) =>
      done({ code: Number(error?.code ?? 0), output: output.trim(), errorOutput: errorOutput.trim() }),
    );
  });

/** The up-to-date page, written once for all tests. */
let upToDate: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-docs-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(page(), readFileSync('docs/architecture.md'));
  expect(await run()).toMatchObject({ code: 0, output: 'docs/architecture.md is updated.' });
  upToDate = read();
});
beforeEach(() => writeFileSync(page(), upToDate));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run docs:events', () => {
  test('lists every event with its producer, consumers and causes', () => {
    expect(upToDate).toContain('| `task.funding-requested` | 1 | task | wallet, media | `POST /tasks` |');
    expect(upToDate).toMatch(
      /^\| `submission\.approved` \| 1 \| submission \| .*wallet.* \| .*`PATCH \/submissions\/\{id\}`.* \|$/m,
    );
  });

  test('--check accepts an up-to-date page', async () => {
    expect(await run('--check')).toMatchObject({ code: 0, output: 'docs/architecture.md is up to date.' });
  });

  test('--check reports an outdated page and does not change it', async () => {
    const drifted = upToDate.replace('| task | wallet, media |', '| task | media |');
    expect(drifted).not.toBe(upToDate);
    writeFileSync(page(), drifted);
    expect(await run('--check')).toMatchObject({
      code: 1,
      errorOutput: 'docs/architecture.md differs from the code. Run npm run docs:events and commit the file.',
    });
    expect(read()).toBe(drifted);
  });

  test('updates the table only', async () => {
    writeFileSync(page(), `Ours. ${upToDate.replace('| `task.funded` |', '| `task.found` |')}Ours too.`);
    expect((await run()).code).toBe(0);
    expect(read()).toBe(`Ours. ${upToDate}Ours too.`);
  });

  test('fails without the markers', async () => {
    writeFileSync(page(), '# No place for it\n');
    const { code, errorOutput } = await run();
    expect(code).toBe(1);
    expect(errorOutput).toContain('has no place for the table of events');
    expect(read()).toBe('# No place for it\n');
  });
});
