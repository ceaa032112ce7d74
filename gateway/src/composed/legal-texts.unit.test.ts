import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_TEXTS_VERSION } from '@piecework/texts/legal-texts';
import { readLegalTexts } from './legal-texts';

let legalDir: string;
beforeEach(() => {
  legalDir = mkdtempSync(join(tmpdir(), 'legal-'));
});
afterEach(() => rmSync(legalDir, { recursive: true }));

const GIVEN = { operatorName: 'Pieceworks Ltd', supportEmail: 'help@piecework.example', legalDir: undefined };
const write = (document: string, text: string) => writeFileSync(join(legalDir, `${document}.md`), text);
const own = () => readLegalTexts({ ...GIVEN, legalDir });

test('the default ones name the operator and the address for questions', () => {
  const { textOf, termsVersion } = readLegalTexts(GIVEN);
  expect(termsVersion).toBe(DEFAULT_TEXTS_VERSION);
  const contact = JSON.stringify(textOf('contact'));
  expect(contact).toContain('Pieceworks Ltd runs this site.');
  expect(contact).toContain('help@piecework.example');
  for (const document of ['terms', 'privacy', 'contact'] as const)
    for (const language of ['en', 'bn'] as const)
      expect(JSON.stringify(textOf(document, language))).not.toMatch(/[{}]\w+[{}]|\*\*|Version:/);
});

test('those of the operator replace all languages, and may be of one', () => {
  write(
    'terms',
    'Version: 2027-01-02\n\n# Our rules\n\nBe **kind** to [people](https://people.example).\n\n- One\n- Two\n',
  );
  const { textOf, termsVersion } = own();
  expect(textOf('terms', 'bn')).toEqual({
    document: 'terms',
    language: 'en',
    version: '2027-01-02',
    title: 'Our rules',
    blocks: [
      { kind: 'text', text: 'Be kind to people (https://people.example).' },
      { kind: 'list', items: ['One', 'Two'] },
    ],
  });
  expect(textOf('privacy', 'bn')).toHaveProperty('language', 'bn');
  expect(termsVersion).toBe('2027-01-02');
  write('terms.bn', 'Version: 2027-01-02\n\n# আমাদের নিয়ম\n');
  expect(own().textOf('terms', 'bn')).toMatchObject({ language: 'bn', title: 'আমাদের নিয়ম' });
});

test.each([
  ['# Rules\n', /terms.* must begin with a line like "Version: 2026-11-30"/],
  ['Version: 2027-01-02\n\nBe kind.\n', /terms.* must have a title/],
  ['Version: 2027-01-02\n\n# Rules\n\n> Quoted\n', /terms.* has "> Quoted/],
])('a faulty file is named: %j', (text, message) => {
  write('terms', text);
  expect(own).toThrow(message);
});

test('a folder that cannot be meant is named', () => {
  expect(own).toThrow(/has none of terms/);
  write('terms.bn', 'Version: 2027-01-02\n\n# নিয়ম\n');
  write('contact', 'Version: 2027-01-02\n\n# Contact\n');
  expect(own).toThrow(/has terms\.bn.*, but no terms/);
  expect(() => readLegalTexts({ ...GIVEN, legalDir: join(legalDir, 'nowhere') })).toThrow(/nowhere can’t be read/);
});
