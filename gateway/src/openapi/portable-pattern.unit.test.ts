import { RE2JS } from 're2js';
import { openApiDocument } from './openapi';
import { portablePatterns } from './portable-pattern';

const published = new Set(
  [...JSON.stringify(openApiDocument()).matchAll(/"pattern":("(?:\\.|[^"\\])*")/g)].map(
    ([, json = '']) => JSON.parse(json) as string,
  ),
);
/** RE2 knows them, Python does not, or gives them another meaning. */
const NOT_IN_PYTHON = /\\[dwpPQzCu]|\\x\{|\[\[?:/;

test('RE2 and Python can read every published pattern', () => {
  expect(published.size).toBeGreaterThan(10);
  for (const pattern of published) {
    expect(() => RE2JS.compile(pattern)).not.toThrow();
    expect(pattern).not.toMatch(NOT_IN_PYTHON);
  }
});

test.each([
  ['a visible character', '[^\\s\\u2800\\p{Cc}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}]'],
  ['digits and letters', '^[\\w-]$|^\\d$'],
])('%s: the portable form matches the same characters', (_, pattern) => {
  const [portable = '', ...others] = portablePatterns(pattern);
  expect(others).toEqual([]);
  const differing: string[] = [];
  const [ours, theirs] = [new RegExp(pattern, 'u'), new RegExp(portable, 'u')];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (ours.test(character) !== theirs.test(character)) differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});

test('lookaheads become patterns of their own', () => {
  expect(portablePatterns('^(?=[\\s\\S]*[a-z])(?=[^@]{1,64}@)(?:\\d|x)$')).toEqual([
    '^[\\s\\S]*[a-z]',
    '^[^@]{1,64}@',
    '^(?:[0-9]|x)$',
  ]);
});
