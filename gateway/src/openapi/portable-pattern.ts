/** A character class, or an escape outside of one. */
const PARTS = /\[\^?(?:\\.|[^\]\\])*\]|\\[dw]/gs;
const ASCII_CLASSES: Readonly<Record<string, string>> = { '\\d': '0-9', '\\w': 'A-Za-z0-9_' };
const LOOKAHEAD = /^\^\(\?=((?:\[(?:\\.|[^\]\\])*\]|\\.|[^()[\]\\])*)\)/s;
const LAST_CODE_POINT = 0x10ffff;

const rangesOf = (characterClass: string): [number, number][] => {
  const member = new RegExp(characterClass, 'u');
  const ranges: [number, number][] = [];
  for (let code = 0; code <= LAST_CODE_POINT; code++) {
    if (!member.test(String.fromCodePoint(code))) continue;
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
};

/** Only the escape with two digits is common to all; other characters stand for themselves. */
const literal = (code: number) =>
  code > 0xff ? String.fromCodePoint(code) : `\\x${code.toString(16).padStart(2, '0')}`;

const spellOut = (part: string): string => {
  if (!part.startsWith('[')) return `[${ASCII_CLASSES[part]}]`;
  if (!/\\[pPu]/.test(part)) return part.replace(/\\[dw]/g, (one) => ASCII_CLASSES[one] ?? one);
  const sign = part.startsWith('[^') ? '^' : '';
  const ranges = rangesOf(`[${part.slice(1 + sign.length)}`);
  return `[${sign}${ranges.map(([first, last]) => (first === last ? literal(first) : `${literal(first)}-${literal(last)}`)).join('')}]`;
};

const portable = new Map<string, string[]>();

/**
 * The patterns that together say what `pattern` says, in the syntax that ECMAScript, RE2 and Python have in common: without lookaheads and property
 * escapes, and with ASCII digits and word characters, which mean more in Python.
 */
export const portablePatterns = (pattern: string): readonly string[] => {
  const parts = portable.get(pattern) ?? [];
  if (parts.length > 0) return parts;
  let rest = pattern;
  for (let ahead = LOOKAHEAD.exec(rest); ahead; ahead = LOOKAHEAD.exec(rest)) {
    parts.push(`^${ahead[1]}`);
    rest = `^${rest.slice(ahead[0].length)}`;
  }
  const all = [...parts, rest].map((one) => one.replace(PARTS, spellOut));
  portable.set(pattern, all);
  return all;
};
