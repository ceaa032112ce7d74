import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { provided, REMOTE_CONTRACT } from './shared.mjs';
import { incompatibilitiesOf } from './shell-compatibility.mjs';

const shell = { contract: REMOTE_CONTRACT, shared: provided() };
const manifest = {
  exposes: [{ path: './routes' }],
  shared: Object.entries(provided()).map(([name, version]) => ({ name, requiredVersion: `^${version}` })),
};

describe('a remote and a shell', () => {
  it('are compatible when built from the same checkout', () => {
    expect(incompatibilitiesOf(manifest, shell)).toEqual([]);
  });
  it('are incompatible with different contract versions', () => {
    expect(incompatibilitiesOf(manifest, { ...shell, contract: REMOTE_CONTRACT + 1 })).toEqual([
      expect.stringContaining(`contract ${REMOTE_CONTRACT + 1}`),
    ]);
  });
  it('are incompatible when the remote does not expose its routes', () => {
    expect(incompatibilitiesOf({ ...manifest, exposes: [{ path: './App' }] }, shell)).toEqual([
      'it does not expose ./routes',
    ]);
  });
  it('are incompatible when the shell provides an older package', () => {
    const older = { ...shell, shared: { ...shell.shared, zustand: '4.0.0' } };
    expect(incompatibilitiesOf(manifest, older)).toEqual([expect.stringContaining('zustand')]);
  });
  it('are incompatible when the shell does not share a required package', () => {
    const { zustand: _, ...rest } = shell.shared as Record<string, string>;
    expect(incompatibilitiesOf(manifest, { ...shell, shared: rest })).toEqual([
      expect.stringContaining('does not share'),
    ]);
  });
});

it('fails the build of a remote that is incompatible with the deployed shell', () => {
  const folder = mkdtempSync(join(tmpdir(), 'piecework-contract-'));
  try {
    const contractFile = join(folder, 'shell-contract.json');
    writeFileSync(contractFile, JSON.stringify({ ...shell, shared: { ...shell.shared, react: '18.3.1' } }));
    const webpack = resolve('node_modules/webpack-cli/bin/cli.js');
    const { status, stdout } = spawnSync(
      process.execPath,
      [webpack, '--mode', 'production', '--output-path', join(folder, 'dist')],
      { cwd: resolve('mf-worker'), env: { ...process.env, SHELL_CONTRACT: contractFile }, encoding: 'utf8' },
    );
    expect(stdout).toMatch(
      /mf_worker is incompatible with the shell: it requires react \^\S+, the shell provides 18\.3\.1/,
    );
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
