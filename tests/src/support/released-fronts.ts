import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FRONTS, type FrontName } from '@piecework/federation/fronts';
import { PACKAGES } from '@piecework/mf-config/source-id';
import { run } from './child-program';
import type { Release } from './last-release';

const isUnchangedSince = (commit: string, front: FrontName): boolean => {
  const sources = [front, ...PACKAGES.map((name) => `packages/${name}`), 'package-lock.json'];
  return spawnSync('git', ['diff', '--quiet', commit, '--', ...sources]).status === 0;
};

/**
 * Builds the front ends of a release, once per checkout of it. An unchanged one has the build of this checkout.
 *
 * @returns front end → folder of its build
 */
export const buildReleasedFronts = async ({ commit, folder }: Release): Promise<ReadonlyMap<FrontName, string>> => {
  const released = FRONTS.filter((front) => existsSync(join(folder, front)));
  const changed = released.filter((front) => !isUnchangedSince(commit, front));
  if (changed.length > 0) {
    const { code, output } = await run(['scripts/build.mjs', ...changed], { cwd: folder }).ended;
    if (code !== 0) throw new Error(`The last release does not build:\n${output}`);
  }
  return new Map(
    released.map((front) => [front, changed.includes(front) ? join(folder, front, 'dist') : resolve(front, 'dist')]),
  );
};
