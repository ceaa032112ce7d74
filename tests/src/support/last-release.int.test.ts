import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastRelease } from './last-release';

let folder: string;
const folders: string[] = [];

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

const commit = (version: string, description: string): string => {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ version, description }, null, 2)}\n`);
  git('add', '.');
  git('commit', '-qm', description);
  return git('rev-parse', 'HEAD');
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-release-test-'));
  folders.push(folder);
});
afterEach(() => {
  for (const each of folders.splice(0)) rmSync(each, { recursive: true, force: true });
});

test('the last release is the commit that changed the version last', () => {
  git('init', '-q');
  commit('1.0.0', 'the first release');
  const second = commit('1.1.0', 'the second release');
  commit('1.1.0', 'a later commit');
  const release = lastRelease(folder);
  folders.push(release.folder);
  expect(release).toMatchObject({ commit: second, version: '1.1.0' });
  expect(readFileSync(join(release.folder, 'package.json'), 'utf8')).toContain('the second release');
  expect(lastRelease(folder)).toEqual(release);
});

test('a shallow clone without the release is refused', () => {
  git('init', '-q');
  commit('1.0.0', 'the first release');
  commit('1.0.0', 'a later commit');
  const clone = mkdtempSync(join(tmpdir(), 'piecework-release-test-'));
  folders.push(clone);
  git('clone', '-q', '--depth', '1', `file://${folder}`, clone);
  expect(() => lastRelease(clone)).toThrow('git fetch --unshallow');
});

test('a copy of the sources without a repository is refused', () => {
  expect(() => lastRelease(folder)).toThrow('in a clone of the repository');
});
