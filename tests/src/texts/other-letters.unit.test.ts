import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(shell|mf-\w+|packages)\/.*\/?src\//.test(path) && !path.includes('.test.'));
const importing = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(join(ROOT, path), 'utf8')));

test('D-6.8: the letters of a language load with its texts, which no English page requests', () => {
  const ofLanguage = ['packages/web-kit/src/standalone-bn.ts', 'shell/src/all-bn.ts'];
  expect(importing(/bangla\.css'/)).toEqual(ofLanguage);
  expect(importing(/from '\.\/(all|standalone)-bn'/)).toEqual([]);
  expect(importing(/import\('\.\/(all|standalone)-bn'\)/)).toEqual([
    'packages/web-kit/src/standalone.tsx',
    'shell/src/bootstrap.tsx',
  ]);
});
