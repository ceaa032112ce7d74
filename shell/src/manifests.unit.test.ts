import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROLES } from '@piecework/contracts/constants';
import { REMOTES } from '@piecework/contracts/remotes';

const PUBLIC = resolve(import.meta.dirname, '../public');

interface Manifest {
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
  shortcuts?: { url: string; icons: { src: string }[] }[];
}
const read = (name: string): Manifest => JSON.parse(readFileSync(join(PUBLIC, name), 'utf8'));
const COMMON = read('manifest.webmanifest');

/** Width and height in the header of a PNG. */
const sizeOf = (file: string) => {
  const bytes = readFileSync(join(PUBLIC, file));
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
};

test.each(ROLES)(
  'the manifest of a %s differs in its shortcuts only, which lead to pages of the role',
  (role) => {
    const { shortcuts = [], ...rest } = read(`${role}.webmanifest`);
    expect(rest).toEqual(COMMON);
    expect(shortcuts.length).toBeGreaterThan(1);
    const pages = Object.values(REMOTES).flatMap((remote): readonly string[] =>
      remote.role === role ? remote.paths : [],
    );
    for (const { url, icons } of shortcuts) {
      expect(pages).toContain(url.replace('/dashboard/', ''));
      for (const { src } of icons) expect(existsSync(join(PUBLIC, src))).toBe(true);
    }
  },
);

test('the icons exist in the sizes that the manifest names, one of them maskable', () => {
  for (const { src, sizes, type } of COMMON.icons) if (type === 'image/png') expect(sizeOf(src)).toBe(sizes);
  expect(COMMON.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  expect(sizeOf('apple-touch-icon.png')).toBe('180x180');
});
