import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sharedByRemote } from './shared.mjs';
import { incompatibilitiesOf, typeFaults } from './shell-compatibility.mjs';
import { shellContract } from './shell-contract.mjs';
import { withFolder } from './tsc.mjs';

interface Shell {
  version: string;
  shared: Record<string, string>;
  types: Record<string, string>;
  earlier?: Shell[];
}
const shell: Shell = shellContract();

/** The smallest remote. */
const PUBLIC = resolve('mf-public');
const manifest = {
  exposes: [{ path: './routes' }],
  shared: Object.entries(sharedByRemote(PUBLIC) as Record<string, { requiredVersion: string }>).map(
    ([name, { requiredVersion }]) => ({ name, requiredVersion }),
  ),
};
const withWebKit = (version: string, of = shell): Shell => ({
  ...of,
  version,
  shared: Object.fromEntries(
    Object.entries(of.shared).map(([name, now]) => [name, name.startsWith('@piecework/web-kit') ? version : now]),
  ),
});
/** A shell whose web-kit lacks an export that mf-public uses. */
const withoutPageTitle = (version: string): Shell => {
  const types = (shell.types['.'] ?? '').replace(/^export declare const usePageTitle: .*$/m, '');
  expect(types).not.toBe(shell.types['.']);
  return { ...withWebKit(version), types: { ...shell.types, '.': types } };
};

describe('a remote and a shell', () => {
  it('are compatible when built from the same checkout', () => {
    expect(incompatibilitiesOf(manifest, shell)).toEqual([]);
  });
  it('are compatible when web-kit of the shell is newer by a minor version', () => {
    expect(incompatibilitiesOf(manifest, withWebKit('1.7.0'))).toEqual([]);
  });
  it.each(['0.9.0', '2.0.0'])('are incompatible when web-kit of the shell is %s', (version) => {
    expect(incompatibilitiesOf(manifest, withWebKit(version))).toContain(
      `it requires @piecework/web-kit ^1.0.0, the shell provides ${version}`,
    );
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
    const { zustand: _, ...rest } = shell.shared;
    expect(incompatibilitiesOf(manifest, { ...shell, shared: rest })).toEqual([
      expect.stringContaining('does not share'),
    ]);
  });
});

describe('the types of a remote and of a shell', () => {
  const faultsWith = (of: Shell): string[] =>
    withFolder((dir: string) => {
      mkdirSync(join(dir, 'src'));
      writeFileSync(join(dir, 'src/routes.tsx'), "export { usePageTitle } from '@piecework/web-kit';\n");
      return typeFaults(manifest, dir, of);
    });

  it('fit when the shell provides more than the checkout', () => {
    const types = { ...shell.types, '.': `export declare const useMore: () => number;\n${shell.types['.']}` };
    expect(faultsWith({ ...withWebKit('1.1.0'), types })).toEqual([]);
  });
  it('do not fit when the shell lacks what the remote uses', () => {
    expect(faultsWith(withoutPageTitle('1.0.0'))).toEqual([
      expect.stringMatching(/accepts @piecework\/web-kit 1\.0\.0, which lacks .*\n.*usePageTitle/),
    ]);
  });
  it('need not fit an earlier shell that the remote does not accept', () => {
    expect(faultsWith({ ...shell, earlier: [withoutPageTitle('0.9.0')] })).toEqual([]);
  });
});

it('fails the build of a remote that fits neither the deployed shell nor an earlier one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'piecework-contract-'));
  try {
    const contractFile = join(folder, 'shell-contract.json');
    const deployed = { ...shell, shared: { ...shell.shared, react: '18.3.1' } };
    writeFileSync(contractFile, JSON.stringify({ ...deployed, earlier: [withoutPageTitle('1.0.0')] }));
    const webpack = resolve('node_modules/webpack-cli/bin/cli.js');
    const { status, stdout } = spawnSync(
      process.execPath,
      [webpack, '--mode', 'development', '--output-path', join(folder, 'dist')],
      { cwd: PUBLIC, env: { ...process.env, SHELL_CONTRACT: contractFile }, encoding: 'utf8' },
    );
    expect(stdout).toMatch(
      /mf_public is incompatible with the shell: it requires react \^\S+, the shell provides 18\.3\.1/,
    );
    expect(stdout).toMatch(
      /mf_public is incompatible with the shell: its package\.json accepts @piecework\/web-kit 1\.0\.0/,
    );
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
