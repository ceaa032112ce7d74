import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { bareTexts } from './bare-texts';

const ROOT = resolve(__dirname, '../../..');
const SAMPLES = join(__dirname, 'samples.tsx');

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(shell|mf-\w+|packages\/(ui|web-kit))\/src\/.*(\.tsx|\.d\.ts)$/.test(path))
  .filter((path) => !/\.test\.tsx$|\/(testing|fixtures)\//.test(path))
  .map((path) => join(ROOT, path))
  .filter((path) => existsSync(path));

const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
// Without those of the tests, which the sources do not use.
options.types = ['node'];
const program = ts.createProgram([...sources, SAMPLES], options);
const faultsIn = (path: string): string[] => {
  const file = program.getSourceFile(path);
  return file ? bareTexts(program.getTypeChecker(), file) : [`${path} is not there`];
};

test('D-1.12: each text of a component is the only child of its element', () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.flatMap(faultsIn)).toEqual([]);
});

test('the check finds every other shape, and only those', () => {
  const faults = readFileSync(SAMPLES, 'utf8')
    .split('\n')
    .flatMap((line, at) => (line.includes('/* fault */') ? [at + 1] : []));
  expect(faultsIn(SAMPLES).map((fault) => Number(fault.split(':')[1]))).toEqual(faults);
});
