import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brokenCitations, citableOf, definitionsIn } from './support/citations';

const ROOT = resolve(import.meta.dirname, '../..');
/** Contain patterns and intentionally broken examples. */
const EXEMPT = new Set(['tests/src/citations.unit.test.ts', 'tests/src/support/citations.ts']);
const TEXT = /\.(ts|tsx|mts|js|mjs|cjs|css|html|md|yml|sh|json)$|(^|\/)(Dockerfile|\.env\.example)$/;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

const texts = new Map(
  tracked
    .filter((file) => TEXT.test(file) && !EXEMPT.has(file) && file !== 'package-lock.json')
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
);
const citable = citableOf(texts, tracked);

describe('citations in comments and documents', () => {
  test('refer to files, rules and headings of the repository', () => {
    const broken = [...texts].flatMap(([file, text]) =>
      brokenCitations(citable, file, text).map((citation) => `${file}: ${citation}`),
    );
    expect(broken).toEqual([]);
  });

  test('every rule is defined once', () => {
    const rules = ['docs/product.md', 'docs/design.md'].flatMap((page) => definitionsIn(texts.get(page) as string));
    expect(rules.length).toBeGreaterThan(100);
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
  });

  const OK = [
    'P-3.4',
    'D-2.1 and I4',
    'P-8',
    'docs/adr/0027',
    'docs/adr/0001-embedded-engines.md',
    '[ADR 7](adr/0007-audit-across-services.md)',
    '[Settings](operations.md#settings)',
    'docs/operations.md, "Settings"',
    '`packages/contracts/src/events.ts`',
    'RFC 9110, section 8',
    'https://www.mongodb.com/docs/manual/core/gridfs/',
  ];
  test.each(OK)('"%s" is accepted', (text) => {
    expect(brokenCitations(citable, 'docs/page.md', text)).toEqual([]);
  });

  const BROKEN = [
    'P-3.99',
    'P-99',
    'D-9.1',
    'I77',
    'docs/adr/0999',
    'docs/spec-notes.md',
    'ADR 999',
    '[ADR 8](adr/0007-audit-across-services.md)',
    'LOOK.md',
    'DESIGN section 4',
    'SPEC section 5',
    'as the spec says',
    'the spec’s client',
    'section 9',
    '[Settings](operations.md#no-such-heading)',
    '[gone](gone.md)',
    'docs/operations.md, "No such heading"',
    '`packages/contracts/src/gone.ts`',
  ];
  test.each(BROKEN)('"%s" is reported', (text) => {
    expect(brokenCitations(citable, 'docs/page.md', text)).not.toEqual([]);
  });
});
