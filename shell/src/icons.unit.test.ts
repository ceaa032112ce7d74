import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PUBLIC = resolve(import.meta.dirname, '../public');

/** Width and height in the header of a PNG. */
const sizeOf = (file: string) => {
  const bytes = readFileSync(join(PUBLIC, file));
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
};

test('the icons exist in the sizes that the web app manifest names, one of them maskable', () => {
  const { icons } = JSON.parse(readFileSync(join(PUBLIC, 'manifest.webmanifest'), 'utf8'));
  for (const { src, sizes, type } of icons) if (type === 'image/png') expect(sizeOf(src)).toBe(sizes);
  expect(icons.some(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toBe(true);
  expect(sizeOf('apple-touch-icon.png')).toBe('180x180');
});
