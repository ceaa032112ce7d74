import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { linkModules, linkWorkspace } from './linked-modules';

const ROOT = resolve('.');

/** A copy of the sources in a temporary folder, which can be changed, built and tested. */
export interface Sandbox {
  dir: string;
  /** Replaces the only occurrence of `code`; returns the undo. @throws when it does not occur exactly once */
  edit(file: string, code: string, replacement: string): () => void;
  /** Links the package in a folder, as `npm install` does for a workspace. */
  link(folder: string): void;
  /** Runs a command in the copy and returns its exit code and output. */
  run(command: string, args: readonly string[], withinMs: number): Promise<{ code: number; output: string }>;
  remove(): void;
}

/** Tracked and new files of the work tree, without the pictures of the screens. */
const sources = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && !file.startsWith('docs/screens/') && existsSync(join(ROOT, file)));

export const createSandbox = (): Sandbox => {
  const dir = mkdtempSync(join(tmpdir(), 'piecework-sandbox-'));
  const files = sources();
  for (const file of files) cpSync(join(ROOT, file), join(dir, file));
  linkModules(dir, files);

  return {
    dir,
    link: (folder) => linkWorkspace(folder, dir),
    edit: (file, code, replacement) => {
      const path = join(dir, file);
      const text = readFileSync(path, 'utf8');
      const found = text.split(code).length - 1;
      if (found !== 1) throw new Error(`${file} contains the code ${found} times: ${code}`);
      writeFileSync(
        path,
        text.replace(code, () => replacement),
      );
      return () => writeFileSync(path, text);
    },
    run: (command, args, withinMs) =>
      new Promise((done) => {
        const child = spawn(command, [...args], { cwd: dir, detached: true, env: { ...process.env, CI: '' } });
        let output = '';
        const keep = (chunk: Buffer) => {
          output = (output + chunk).slice(-20_000);
        };
        child.stdout.on('data', keep);
        child.stderr.on('data', keep);
        // A timeout counts as a failure. Kills the process group: jest workers would survive their parent.
        const timer = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), withinMs);
        child.on('close', (code) => {
          clearTimeout(timer);
          done({ code: code ?? 124, output });
        });
      }),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
};
