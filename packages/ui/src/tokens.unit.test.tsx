import { readFileSync } from 'node:fs';
import path from 'node:path';

const css = readFileSync(path.join(__dirname, 'global.css'), 'utf8');

const COLOUR = /--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g;
const colours = [...css.matchAll(COLOUR)].map(([, name = '', light, dark, both]) => ({
  name,
  light: light ?? both ?? '',
  dark: dark ?? both ?? '',
}));
const themeOf = (scheme: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(colours.map((colour) => [colour.name, colour[scheme]]));

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [high = 0, low = 0] = [luminance(one ?? ''), luminance(other ?? '')].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['paper', 'surface', 'sunk'];
const HUES = ['primary', 'sage', 'madder', 'marigold', 'plum'];
const pale = (hue: string) => (hue === 'primary' ? 'primary-soft' : `${hue}-bg`);

describe.each([
  ['light', themeOf('light')],
  ['dark', themeOf('dark')],
])('the %s theme', (_name, tokens) => {
  test.each(GROUNDS.flatMap((ground) => ['ink', 'soft', ...HUES].map((text) => [text, ground])))(
    '%s is legible on %s',
    (text, ground) => expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(5.5),
  );

  test.each(HUES)('%s and ink are legible on their pale ground', (hue) => {
    expect(contrast(tokens[hue], tokens[pale(hue)])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tokens.ink, tokens[pale(hue)])).toBeGreaterThanOrEqual(7);
  });

  test('text on a primary button is legible in both states', () => {
    expect(contrast(tokens['on-primary'], tokens.primary)).toBeGreaterThanOrEqual(5.5);
    expect(contrast(tokens['on-primary'], tokens['primary-strong'])).toBeGreaterThanOrEqual(5.5);
  });

  test.each(GROUNDS)('the edge of a control is visible on %s', (ground) =>
    expect(contrast(tokens.edge, tokens[ground])).toBeGreaterThanOrEqual(3),
  );
});

test('the theme follows the system unless the user has chosen one', () => {
  const schemeOf = (selector: string) =>
    css.slice(css.indexOf(`${selector} {`)).match(/\{\s*color-scheme: ([^;]+);/)?.[1];
  expect(schemeOf(':root')).toBe('light dark');
  expect(schemeOf('[data-theme="light"]')).toBe('light');
  expect(schemeOf('[data-theme="dark"]')).toBe('dark');
});
