import { color } from '../tokens';

/** A full and a pale colour token, so that a quilt follows the theme. */
type ColorPair = readonly [full: string, pale: string];

const COLOR_PAIRS: readonly ColorPair[] = [
  [color.primary, color.primarySoft],
  [color.sage, color.sageBg],
  [color.madder, color.madderBg],
  [color.marigold, color.marigoldBg],
  [color.plum, color.plumBg],
];

/** Six blocks in a 12 × 12 square: the path in the first colours `~` the path in the second. */
const BLOCKS = [
  // four-patch, one patch turned: the mark
  'M0 0h6v6H0zM6 6h6v6H6z~M0 6h6v6H0zM9 .6L11.4 3 9 5.4 6.6 3z',
  // pinwheel
  'M0 0h6v6zM12 12H6V6z~M12 0v6H6zM0 12V6h6z',
  // hourglass
  'M0 0h12L6 6zM0 12L6 6l6 6z~M6 3.6L8.4 6 6 8.4 3.6 6z',
  // flying geese
  'M0 6l6-6 6 6z~M0 12l6-6 6 6z',
  // log cabin
  'M0 0h12v2H2v10H0zM4 4h4v4H4z~M12 2v10H2v-2h8V2z',
  // star
  'M4 4L6 2 4 0zM8 4L6 2l2-2zM4 8l-2-2-2 2zM4 4L2 6 0 4zM4 8l2 2-2 2zM8 8l-2 2 2 2zM8 4l2 2 2-2zM8 8l2-2 2 2z~M4 4h4v4H4z',
] as const;

/** FNV-1a: short, uniform and identical in every browser. */
function hash(seed: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) {
    value = Math.imul(value ^ seed.charCodeAt(at), 0x01000193);
  }
  // Ids differ most in their last letters; this mixes them into the high bits.
  value ^= value >>> 15;
  value = Math.imul(value, 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

export interface Patch {
  first: ColorPair;
  second: ColorPair;
  paths: readonly [string, string];
  /** quarter turns */
  turn: number;
}

/** Deterministic per seed. */
export function patchFor(seed: string): Patch {
  const number = hash(seed);
  const at = number % COLOR_PAIRS.length;
  const step = 1 + ((number >>> 4) % (COLOR_PAIRS.length - 1));
  const block = BLOCKS[(number >>> 8) % BLOCKS.length] ?? BLOCKS[0];
  const [one = '', two = ''] = block.split('~');
  return {
    first: COLOR_PAIRS[at] as ColorPair,
    second: COLOR_PAIRS[(at + step) % COLOR_PAIRS.length] as ColorPair,
    paths: [one, two],
    turn: (number >>> 16) % 4,
  };
}
