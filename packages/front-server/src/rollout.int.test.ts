import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-rollout-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NEXT = 'https://worker.example/next/mf-manifest.json';
const content = () => JSON.parse(readFileSync(join(folder, 'remotes.json'), 'utf8'));
const rollout = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/run.mjs', 'packages/front-server/src/rollout.ts', ...args],
    { encoding: 'utf8', env: { ...process.env, DATA_DIR: folder } },
  );
  return { status, output: stdout + stderr };
};

test('starts, lists, finishes and stops a roll-out, and keeps the rest of the file', () => {
  writeFileSync(join(folder, 'remotes.json'), '{"gateway":"https://api.example"}');
  expect(rollout('mf_worker', NEXT, '10').output).toContain(`mf_worker: 10 % of the browsers get ${NEXT}`);
  expect(content()).toEqual({ gateway: 'https://api.example', rollouts: { mf_worker: { manifest: NEXT, share: 10 } } });
  expect(rollout().output).toContain('mf_worker: 10 %');
  rollout('mf_worker', 'finish');
  expect(content()).toEqual({ gateway: 'https://api.example', remotes: { mf_worker: NEXT }, rollouts: {} });
  rollout('mf_buyer', NEXT, '50');
  expect(rollout('mf_buyer', 'stop')).toEqual({ status: 0, output: expect.stringContaining('none') });
  expect(content().rollouts).toEqual({});
});

test.each([
  [['mf_worker', 'stop'], 'mf_worker has no roll-out.'],
  [['mf_worker', NEXT], 'Usage: npm run rollout'],
  [['mf_worker', NEXT, '101'], 'rollouts.mf_worker.share'],
  [['mf_worker', 'worker.example', '10'], 'rollouts.mf_worker.manifest: must be an http(s) address'],
])('changes nothing for %j', (args, message) => {
  writeFileSync(join(folder, 'remotes.json'), '{}');
  expect(rollout(...args)).toEqual({ status: 1, output: expect.stringContaining(message) });
  expect(content()).toEqual({});
});
