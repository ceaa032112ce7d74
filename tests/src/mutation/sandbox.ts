import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve('.');
const SCOPE = '@piecework';

/** A copy of the source in a folder of its own, in which guards can be taken out. */
export interface Sandbox {
  /** Replaces the one place where `code` stands; answers how to put it back. @throws when it does not stand there exactly once */
  edit(file: string, code: string, without: string): () => void;
  /** Runs a command in the copy; the answer is its exit code and what it printed. */
  run(command: string, args: readonly string[], withinMs: number): Promise<{ code: number; output: string }>;
  remove(): void;
}

/** What git tracks, and what it does not yet: the suite as it stands in the work tree. */
const sources = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && !file.startsWith('docs/'));

/** Packages are shared with the original, but for our own: those must be the copy's. */
const linkPackages = (dir: string) => {
  const modules = join(dir, 'node_modules');
  mkdirSync(join(modules, SCOPE), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== SCOPE) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const file of sources().filter((path) => path.endsWith('package.json') && path !== 'package.json')) {
    const { name } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { name: string };
    symlinkSync(join(dir, dirname(file)), join(modules, name));
  }
};

export const createSandbox = (): Sandbox => {
  const dir = mkdtempSync(join(tmpdir(), 'piecework-mutation-'));
  for (const file of sources()) cpSync(join(ROOT, file), join(dir, file));
  linkPackages(dir);

  return {
    edit: (file, code, without) => {
      const path = join(dir, file);
      const text = readFileSync(path, 'utf8');
      const found = text.split(code).length - 1;
      if (found !== 1) throw new Error(`${file} has ${found} places that read: ${code}`);
      writeFileSync(
        path,
        text.replace(code, () => without),
      );
      return () => writeFileSync(path, text);
    },
    run: (command, args, withinMs) =>
      new Promise((done) => {
        const child = spawn(command, [...args], {
          cwd: dir,
          detached: true,
          env: { ...process.env, CI: '' },
        });
        let output = '';
        const keep = (chunk: Buffer) => {
          output = (output + chunk).slice(-20_000);
        };
        child.stdout.on('data', keep);
        child.stderr.on('data', keep);
        // What hangs without its guard is red as well; the whole group goes, or workers stay behind.
        const timer = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), withinMs);
        child.on('close', (code) => {
          clearTimeout(timer);
          done({ code: code ?? 124, output });
        });
      }),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
};
