import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { fromRoot, ROOT } from './paths.mjs';
import { importTypeScript } from './typescript.mjs';

const BACK_END = 'stack/src/main.ts';
const WEBPACK = fromRoot('node_modules', 'webpack-cli', 'bin', 'cli.js');
const SERVE = ['serve', '--mode', 'development'];

/** Runs everything in watch mode until one of the programs ends or Ctrl-C is pressed; then stops the others. */
export async function watch(args) {
  await ensureInstalled();
  process.chdir(ROOT);
  const { checkStart } = await importTypeScript('stack/src/check-start.ts');
  await checkStart(args);
  const { FRONTS } = await import('@piecework/federation/fronts');
  const port = portOf(args);
  const children = [backEnd(args), ...FRONTS.map((front) => devServer(front, port))];
  const stop = (signal) => {
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  for (const child of children)
    child.on('exit', (code) => {
      process.exitCode ||= code ?? 0;
      stop('SIGTERM');
    });
}

/** Runs webpack's dev server of one front end in this process. */
export async function serveAlone(front) {
  await ensureInstalled();
  const { checkFront } = await importTypeScript('stack/src/check-start.ts');
  await checkFront(front);
  process.argv = [process.execPath, WEBPACK, ...SERVE];
  await import(pathToFileURL(WEBPACK).href);
}

/** The base port, which main.ts validates; the dev servers only have to use the same one. */
function portOf(args) {
  const { values } = parseArgs({ args, options: { port: { type: 'string' } }, strict: false });
  return String(values.port ?? (process.env.PORT || '3000'));
}

function backEnd(args) {
  const tsx = fromRoot('node_modules', 'tsx', 'dist', 'cli.mjs');
  return spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', fromRoot(BACK_END), '--no-fronts', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
}

/** `npm run dev -w FRONT` with the base port; its output is prefixed by its name. */
function devServer(front, port) {
  const child = spawn(process.execPath, [WEBPACK, ...SERVE], {
    cwd: fromRoot(front),
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() !== '') console.log(`[${front}] ${line}`);
    });
  return child;
}
