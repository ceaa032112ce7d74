import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createLog } from '@piecework/base';
import { containerOf, FRONTS, type FrontName, REMOTES } from '@piecework/federation/fronts';
import { serveFront } from '@piecework/front-server';
import { startChildStack } from '@piecework/tests/support/child-stack';
import { freeBasePort } from '@piecework/tests/support/ports';

/** The compared build variants (described in webpack.mjs). */
export const VARIANTS = ['ours', 'plain', 'naive'] as const;
export type Variant = (typeof VARIANTS)[number];

/** Build output: variant, then front end. */
export const OUT = resolve('.build/bench-web');

/** Builds all front ends of one variant for production. */
export const build = (variant: Variant): Promise<void> =>
  new Promise((done, fail) => {
    const args = ['node_modules/webpack-cli/bin/cli.js', '--config', 'bench/src/web/webpack.mjs'];
    const child = spawn(process.execPath, [...args, '--env', `variant=${variant}`], { stdio: 'inherit' });
    child.once('error', fail);
    child.once('exit', (code) =>
      code === 0 ? done() : fail(new Error(`The build of '${variant}' ended with exit code ${code}.`)),
    );
  });

export interface Site {
  variant: Variant;
  /** Address of the shell. */
  url: string;
  stop(): Promise<void>;
}

/** Adds the files that a comparison build omits and the front server requires: icons, and a remote's standalone page. */
const complete = async (front: FrontName, dir: string): Promise<void> => {
  const pictures = resolve(front, 'public');
  if (existsSync(pictures)) await cp(pictures, dir, { recursive: true });
  const page = join(dir, 'index.html');
  if (!existsSync(page)) await writeFile(page, '<!doctype html>');
};

/** Address of a remote's manifest on the site of the plain bundle, which contains the remote. */
const plainManifest = (front: FrontName) => `${containerOf(front)}/mf-manifest.json`;

/** The pages and menus of the remotes, without first views. */
const writePlainManifests = async (dir: string): Promise<void> => {
  for (const front of REMOTES) {
    const file = join(dir, plainManifest(front));
    await mkdir(dirname(file), { recursive: true });
    const { manifest: remote } = await import(resolve(front, 'src/manifest.mjs'));
    await writeFile(file, JSON.stringify({ metaData: { remote, version: 'plain' } }));
  }
};

const remotesFileOf = (variant: Variant, dataDir: string) => join(dataDir, `${variant}-remotes.json`);

/** Serves the front ends of a variant. */
const serve = async (variant: Variant, dataDir: string): Promise<Site> => {
  const base = await freeBasePort();
  const fronts = FRONTS.filter((front) => variant !== 'plain' || front === 'shell');
  for (const front of fronts) await complete(front, join(OUT, variant, front));
  if (variant === 'plain') await writePlainManifests(join(OUT, variant, 'shell'));
  const remotesFile = remotesFileOf(variant, dataDir);
  const settings = {
    port: base,
    listen: 'loopback' as const,
    allowedOrigins: [`http://localhost:${base}`],
    remotesFile,
  };
  const log = createLog('bench', 'error');
  const servers = await Promise.all(
    fronts.map((front) => serveFront({ front, dir: join(OUT, variant, front), settings, log })),
  );
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  return { variant, url: `http://localhost:${base}`, stop };
};

/** The front ends of each variant, and one back end with the demo data behind all of them. */
export const startSites = async (variants: readonly Variant[], dataDir: string) => {
  const sites: Site[] = [];
  for (const variant of variants) sites.push(await serve(variant, dataDir));
  const origins = sites.map(({ url }) => url).join(',');
  const stack = await startChildStack({ dataDir, demo: true, env: { ALLOWED_ORIGINS: origins } });
  const gateway = stack.gateway.replace('127.0.0.1', 'localhost');
  // The front servers read the file at each request; its content is known only now.
  for (const { variant, url } of sites) {
    const plain = REMOTES.map((front) => [containerOf(front), `${url}/${plainManifest(front)}`]);
    const remotes = variant === 'plain' ? Object.fromEntries(plain) : {};
    await writeFile(remotesFileOf(variant, dataDir), JSON.stringify({ gateway, remotes }));
  }
  const stop = async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await stack.stop();
  };
  return { sites, gateway, stop };
};
