import { spawn } from 'node:child_process';
import { ensureInstalled } from './install.mjs';
import { fromRoot, ROOT } from './paths.mjs';

export async function watch(target, args) {
  await ensureInstalled();
  const tsx = fromRoot('node_modules', 'tsx', 'dist', 'cli.mjs');
  const child = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', fromRoot(target), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 0));
}
