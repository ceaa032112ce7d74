import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useStack } from '../support/stack';

const PAGE = readFileSync('docs/api.md', 'utf8');
const PASSWORD = 'Piecework1!';

const COMMANDS = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

const stack = useStack({}, async ({ ask, get, settle }) => {
  for (const role of ['buyer', 'worker'] as const) {
    const email = `${role}@piecework.demo`;
    const body = { email, password: PASSWORD, displayName: role };
    const { idToken: token } = await get('signUp', { body });
    await ask('createUser', { token, body: { userRole: role } });
  }
  await settle();
});

/** Runs the commands of the page in one shell, in a new folder. */
const runPage = async (url: string, folder: string): Promise<{ status: number | null; output: string }> => {
  const script = COMMANDS.join('\n').replace('http://localhost:3080', url);
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    // A loop that waits for ever shows its output.
    timeout: 150_000,
    env: { ...process.env, REPOSITORY: process.cwd() },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, output };
};

describe('docs/api.md', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'piecework-api-page-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('leads from a key to results: every command of it works', async () => {
    const { status, output } = await runPage(stack().url, folder);
    expect([status, output]).toEqual([0, expect.stringContaining('decided')]);
    const text = (file: string) => readFileSync(join(folder, file), 'utf8');
    const saved = (file: string) => JSON.parse(text(file));
    expect(saved('results.json')).toMatchObject([{ submissionDetails: 'Robin, wren, blackbird' }]);
    expect(saved('reviewed.json')).toEqual([]);
    expect(text('rows.csv')).toMatch(
      /\r\nR-1042,\S+,2,1,answered,1,7\.00,[\d.]+,\w+,approved,7\.00\r\nR-1043,\S+,3,2,open,0,,,,,\r\n$/,
    );
    expect(text('answers.jsonl')).toMatch(/"receipt_id":"R-1042".*"answer":\{"total":"7\.00"\}\}\n$/);
    const sent = await stack().get('listSubmissions', { token: (await signIn('worker')).token });
    expect(sent.map(({ status: state, reason }) => [state, reason?.code])).toEqual([
      ['reject', 'incomplete'],
      ['approved', undefined],
      ['pending', undefined],
      ['approved', undefined],
    ]);
    expect(output).toMatch(/\[\{"_id":"\w+",[^[]*"status":"approved",[^[]*"changedAt":"[^[]*\}\]\s*\[\]/);
    expect(output).toContain('"code":"unauthenticated"');
  });
});

const signIn = async (role: string) => {
  const email = `${role}@piecework.demo`;
  const { idToken: token } = await stack().get('signIn', { body: { email, password: PASSWORD } });
  return stack().get('jwt', { token, body: { email } });
};
