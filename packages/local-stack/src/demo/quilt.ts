/**
 * The quilt that every demo picture is sewn of: five brand colours, six block patterns, fabric prints and stitches, as SVG
 * text. No fonts, no chance: the same arguments always draw the same thing.
 */

export const HUES = {
  indigo: { deep: '#3A41C6', mid: '#A6AEFF', soft: '#ECEDFC' },
  sage: { deep: '#2B6546', mid: '#84D3A5', soft: '#E3F2E8' },
  madder: { deep: '#A93420', mid: '#FF9E8A', soft: '#FBE9E4' },
  marigold: { deep: '#7A5100', mid: '#F5C65B', soft: '#FFF0CC' },
  plum: { deep: '#79356A', mid: '#EFA6DD', soft: '#F7E8F3' },
} as const;
export type Hue = keyof typeof HUES;
export const HUE_NAMES = Object.keys(HUES) as Hue[];

export const PAPER = '#FBF8F3';
export const INK = '#1F1B16';

/** Three cloths of one block, from the loudest to the ground. */
export type Cloths = readonly [loud: string, second: string, ground: string];

export const polygon = (points: readonly (readonly [number, number])[], fill: string): string =>
  `<polygon points="${points.map(([x, y]) => `${x},${y}`).join(' ')}" fill="${fill}"/>`;
export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;

/** Each block is drawn in a square of 120. */
type Block = (cloths: Cloths) => string;
const S = 120;
const M = S / 2;

/** The mark: four patches, one turned. */
const fourPatch: Block = ([loud, second, ground]) =>
  [
    rect(0, 0, S, S, ground),
    rect(0, 0, M, M, loud),
    rect(M, M, M, M, loud),
    rect(0, M, M, M, second),
    polygon(
      [
        [M + M / 2, 3],
        [S - 3, M / 2],
        [M + M / 2, M - 3],
        [M + 3, M / 2],
      ],
      second,
    ),
  ].join('');

const pinwheel: Block = ([loud, second, ground]) =>
  [
    rect(0, 0, S, S, ground),
    polygon(
      [
        [0, 0],
        [M, 0],
        [M, M],
      ],
      loud,
    ),
    polygon(
      [
        [S, 0],
        [S, M],
        [M, M],
      ],
      second,
    ),
    polygon(
      [
        [S, S],
        [M, S],
        [M, M],
      ],
      loud,
    ),
    polygon(
      [
        [0, S],
        [0, M],
        [M, M],
      ],
      second,
    ),
  ].join('');

const hourglass: Block = ([loud, second, ground]) =>
  [
    rect(0, 0, S, S, ground),
    polygon(
      [
        [0, 0],
        [S, 0],
        [M, M],
      ],
      loud,
    ),
    polygon(
      [
        [0, S],
        [S, S],
        [M, M],
      ],
      loud,
    ),
    rect(M - 17, M - 17, 34, 34, second, `transform="rotate(45 ${M} ${M})"`),
  ].join('');

const flyingGeese: Block = ([loud, second, ground]) =>
  [
    rect(0, 0, S, S, ground),
    polygon(
      [
        [0, M],
        [M, 0],
        [S, M],
      ],
      loud,
    ),
    polygon(
      [
        [0, S],
        [M, M],
        [S, S],
      ],
      second,
    ),
  ].join('');

/** Logs around a hearth, one half of them light and the other dark. */
const logCabin: Block = ([loud, second, ground]) => {
  const logs: string[] = [];
  for (const [ring, inset] of [0, 17, 34].entries()) {
    const size = S - 2 * inset;
    const far = S - inset - 17;
    logs.push(
      rect(inset, inset, size, 17, ring === 1 ? ground : second),
      rect(inset, inset, 17, size, ring === 1 ? ground : second),
      rect(inset + 17, far, size - 17, 17, ring === 1 ? second : loud),
      rect(far, inset + 17, 17, size - 17, ring === 1 ? second : loud),
    );
  }
  return [...logs, rect(51, 51, 18, 18, ground)].join('');
};

const star: Block = ([loud, second, ground]) => {
  const T = S / 3;
  return [
    rect(0, 0, S, S, ground),
    rect(T, T, T, T, second),
    polygon(
      [
        [T, T],
        [M, T / 2],
        [T, 0],
      ],
      loud,
    ),
    polygon(
      [
        [2 * T, T],
        [M, T / 2],
        [2 * T, 0],
      ],
      loud,
    ),
    polygon(
      [
        [T, 2 * T],
        [M, S - T / 2],
        [T, S],
      ],
      loud,
    ),
    polygon(
      [
        [2 * T, 2 * T],
        [M, S - T / 2],
        [2 * T, S],
      ],
      loud,
    ),
    polygon(
      [
        [T, T],
        [T / 2, M],
        [0, T],
      ],
      loud,
    ),
    polygon(
      [
        [T, 2 * T],
        [T / 2, M],
        [0, 2 * T],
      ],
      loud,
    ),
    polygon(
      [
        [2 * T, T],
        [S - T / 2, M],
        [S, T],
      ],
      loud,
    ),
    polygon(
      [
        [2 * T, 2 * T],
        [S - T / 2, M],
        [S, 2 * T],
      ],
      loud,
    ),
  ].join('');
};

const BLOCKS = {
  fourPatch,
  pinwheel,
  hourglass,
  flyingGeese,
  logCabin,
  star,
} as const satisfies Record<string, Block>;
export type BlockName = keyof typeof BLOCKS;
export const BLOCK_NAMES = Object.keys(BLOCKS) as BlockName[];

const seam = (x: number, y: number, width: number, height: number) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${PAPER}" stroke-opacity="0.75" stroke-width="2.2" stroke-dasharray="9 7" stroke-linecap="round"/>`;

/** One block at its place, turned in quarters, with the running stitch that holds it. */
export const sewBlock = (name: BlockName, cloths: Cloths, x: number, y: number, turn = 0, size = S): string =>
  `<g transform="translate(${x} ${y}) scale(${size / S}) rotate(${90 * (turn % 4)} ${M} ${M})">${BLOCKS[name](cloths)}${seam(6, 6, S - 12, S - 12)}</g>`;

const PRINTS = ['plain', 'dots', 'pinstripe', 'gingham', 'sprig'] as const;
export type Print = (typeof PRINTS)[number];

/** The prints as patterns to lay over a cloth: `url(#print-dots)`. */
export const printDefs = (colour: string): string => `
  <pattern id="print-dots" width="26" height="26" patternUnits="userSpaceOnUse"><circle cx="6" cy="6" r="2.6" fill="${colour}"/><circle cx="19" cy="19" r="2.6" fill="${colour}"/></pattern>
  <pattern id="print-pinstripe" width="18" height="18" patternUnits="userSpaceOnUse"><rect width="2.4" height="18" fill="${colour}"/></pattern>
  <pattern id="print-gingham" width="32" height="32" patternUnits="userSpaceOnUse"><rect width="16" height="32" fill="${colour}" fill-opacity="0.5"/><rect width="32" height="16" fill="${colour}" fill-opacity="0.5"/></pattern>
  <pattern id="print-sprig" width="44" height="44" patternUnits="userSpaceOnUse"><path d="M8 16q4-8 8 0q-4 4-8 0M30 36q4-8 8 0q-4 4-8 0" fill="${colour}"/><path d="M12 17v7M34 37v5" stroke="${colour}" stroke-width="1.8"/></pattern>`;

/** A piece of cloth: its colour and its print. */
export const cloth = (d: string, fill: string, print: Print = 'plain', opacity = 1): string =>
  `<path d="${d}" fill="${fill}"/>${print === 'plain' ? '' : `<path d="${d}" fill="url(#print-${print})" fill-opacity="${opacity}"/>`}`;

export const roundRect = (x: number, y: number, width: number, height: number, r: number): string =>
  `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${-(width - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${-r}v${-(height - 2 * r)}a${r} ${r} 0 0 1 ${r} ${-r}z`;
export const disc = (cx: number, cy: number, r: number): string =>
  `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** A running stitch along a path. */
export const stitch = (d: string, colour: string, width = 3): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-dasharray="${width * 4} ${width * 3}" stroke-linecap="round"/>`;
