import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readTerms, wrongTerms } from './terms';

const ROOT = resolve(__dirname, '../../..');
const TERMS = readTerms(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) =>
    /^((shell|mf-\w+|packages\/(ui|web-kit|contracts|texts))\/src\/.*\.tsx?|services\/notification\/src\/mail\/mail-texts\.ts)$/.test(
      path,
    ),
  )
  .filter((path) => !/\.test\.tsx?$|\.fixtures\.ts|\/examples\.ts$|\/(testing|fixtures)\//.test(path))
  .filter((path) => existsSync(join(ROOT, path)));

test('the texts that people read have the terms of CONTRIBUTING.md', () => {
  expect(TERMS.length).toBeGreaterThan(8);
  expect(sources.length).toBeGreaterThan(300);
  const faults = sources.flatMap((path) => wrongTerms(TERMS, path, readFileSync(join(ROOT, path), 'utf8')));
  expect(faults).toEqual([]);
});

describe('the check', () => {
  const TABLE = `| write | for | not |\n|---|---|---|\n| hold | a kept place | reserved, kept for you |\n| refund | coins |  |\n\nText.`;
  const faultsIn = (source: string) => wrongTerms(readTerms(TABLE), 'a.tsx', source).length;

  test('reads the table', () => {
    expect(readTerms(TABLE)).toEqual([
      { write: 'hold', not: ['reserved', 'kept for you'] },
      { write: 'refund', not: [] },
    ]);
  });

  test.each([
    'const A = () => <p>Places that are reserved</p>;',
    'const A = () => <p>A place is kept\n  for you</p>;',
    "const A = () => <p title='Reserved places' />;",
    "const TEXTS = { 'Reserved places': 'সংরক্ষিত জায়গা' };",
    "const schema = text('A reserved place').describe('A place.');",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source
    'const text = (n: number) => `${n} reserved places of ${n}`;',
  ])('finds the phrase in %s', (source) => {
    expect(faultsIn(source)).toBe(1);
  });

  test.each([
    'const isReserved = reserved === 1; // reserved',
    "const A = () => <p>{t('Unreserved')}</p>;",
    "call('GET /reserved', {});",
    "const schema = number().describe('Places that are reserved.');",
    "const operation = { summary: 'The reserved places' };",
    'const Reserved = styled.p`/* reserved */`;',
    "const STATES = ['open', 'reserved'];",
  ])('accepts %s', (source) => {
    expect(faultsIn(source)).toBe(0);
  });
});
