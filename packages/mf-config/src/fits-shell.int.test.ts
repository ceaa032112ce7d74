import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { faultsOf } from './fits-shell.mjs';
import { provided, REMOTE_CONTRACT } from './shared.mjs';

const shell = { contract: REMOTE_CONTRACT, shared: provided() };
const manifest = {
  exposes: [{ path: './routes' }],
  shared: Object.entries(provided()).map(([name, version]) => ({ name, requiredVersion: `^${version}` })),
};

describe('what a remote promises and a shell provides', () => {
  it('fits when both are built from the same checkout', () => {
    expect(faultsOf(manifest, shell)).toEqual([]);
  });
  it('does not fit a shell of another contract', () => {
    expect(faultsOf(manifest, { ...shell, contract: REMOTE_CONTRACT + 1 })).toEqual([
      expect.stringContaining(`contract ${REMOTE_CONTRACT + 1}`),
    ]);
  });
  it('does not fit without its routes', () => {
    expect(faultsOf({ ...manifest, exposes: [{ path: './App' }] }, shell)).toEqual([
      'it does not expose ./routes',
    ]);
  });
  it('does not fit a shell that ships an older library than it wants', () => {
    const older = { ...shell, shared: { ...shell.shared, zustand: '4.0.0' } };
    expect(faultsOf(manifest, older)).toEqual([expect.stringContaining('zustand')]);
  });
  it('does not fit a shell that does not share what it wants', () => {
    const { zustand: _, ...rest } = shell.shared as Record<string, string>;
    expect(faultsOf(manifest, { ...shell, shared: rest })).toEqual([
      expect.stringContaining('does not share'),
    ]);
  });
});

it('fails the build of a remote that does not fit the deployed shell', () => {
  const folder = mkdtempSync(join(tmpdir(), 'piecework-contract-'));
  try {
    const promise = join(folder, 'shell-contract.json');
    writeFileSync(promise, JSON.stringify({ ...shell, shared: { ...shell.shared, react: '18.3.1' } }));
    const webpack = resolve('node_modules/webpack-cli/bin/cli.js');
    const { status, stdout } = spawnSync(
      process.execPath,
      [webpack, '--mode', 'production', '--output-path', join(folder, 'dist')],
      { cwd: resolve('mf-worker'), env: { ...process.env, SHELL_CONTRACT: promise }, encoding: 'utf8' },
    );
    expect(stdout).toMatch(
      /mf_worker does not fit the shell: it wants react \^\S+, the shell ships 18\.3\.1/,
    );
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
