import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const read = (name: string) => readFileSync(join(__dirname, name), 'utf8');
const bangla = read('bangla.css');
const faces = bangla.match(/@font-face \{[^}]*\}/g) ?? [];
const FAMILY = '"Piecework Bangla"';

test('the stylesheets of every page know no file of another language', () => {
  expect(read('fonts.css') + read('global.css')).not.toMatch(/bengali|unicode-range|Piecework Bangla/i);
});

test('each weight of the Bangla font takes a font of the system before its own file', () => {
  const require = createRequire(__filename);
  expect(faces).toHaveLength(2);
  for (const face of faces) {
    expect(face).toContain(`font-family: ${FAMILY}`);
    expect(face).toContain('font-display: swap');
    expect(face).toMatch(/src:\s+(?:local\("[^"]+"\),\s+)+url\([^)]+\) format\("woff2"\);/);
    expect(face).toMatch(/local\("Noto Sans Bengali( Bold)?"\).*local\("Nirmala UI( Bold)?"\)/s);
    const file = /url\("([^"]*)"\)/.exec(face)?.[1] ?? '';
    expect(existsSync(require.resolve(file))).toBe(true);
    // No Latin letter and no Latin digit is worth a request.
    expect(face).toContain('unicode-range: U+0951-0952, U+0964-0965, U+0980-09FE, U+200C-200D, U+25CC;');
  }
});

test('a page in Bangla has it behind the fonts of the page, a page in English has not', () => {
  expect(read('global.css').match(/var\(--other-letters\), sans-serif;/g)).toHaveLength(2);
  expect(bangla).toContain(`:root:lang(bn) {\n  --other-letters: ${FAMILY}, system-ui;\n}`);
});
