import sharp from 'sharp';
import { blockAt } from './pictures';
import {
  type Cloths,
  cloth,
  disc,
  HUES,
  type Hue,
  INK,
  PAPER,
  type Print,
  printDefs,
  rect,
  roundRect,
  sewBlock,
  stitch,
} from './quilt';

/** Portraits sewn of cloth, for the people of the demo: skin, hair, clothes, and a quilt block behind. */

const SKINS = ['#F4D3B8', '#E6B48F', '#CE9468', '#A66A43', '#7C4B2D', '#593522'] as const;
const HAIRS = {
  black: '#231B18',
  brown: '#4A2E1F',
  chestnut: '#7A4526',
  ginger: '#B5622B',
  blond: '#D3A653',
  grey: '#9C958D',
} as const;
const CUTS = [
  'short',
  'crop',
  'swept',
  'bob',
  'long',
  'bun',
  'curls',
  'afro',
  'bald',
  'scarf',
  'braids',
  'turban',
] as const;

export interface Face {
  /** 0 (lightest) to 5. */
  skin: 0 | 1 | 2 | 3 | 4 | 5;
  hair: keyof typeof HAIRS;
  cut: (typeof CUTS)[number];
  beard?: 'full' | 'moustache';
  glasses?: true;
  earrings?: true;
}

const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;

/** Hair behind the head, and over it. The head is an oval around (160, 138). */
const hairOf = (
  cut: Face['cut'],
  hair: string,
  cover: string,
  light: string,
): { behind: string; over: string } => {
  const cap = (brow: string) =>
    `M104 142C98 82 128 58 160 58s62 24 56 84c-6-14-10-24-12-32${brow}c-2 10-8 20-14 34z`;
  switch (cut) {
    case 'short':
      return { behind: '', over: path(cap('q-30-2-50-14-16 12-30 12'), hair) };
    case 'crop':
      return {
        behind: '',
        over: path(
          'M106 128c-4-46 22-68 54-68s58 22 54 68c-6-10-8-20-12-28-28-8-56-8-84 0-4 8-6 18-12 28z',
          hair,
        ),
      };
    case 'swept':
      return {
        behind: '',
        over: path(
          'M104 140c-8-50 14-88 58-88 34 0 60 22 56 88-6-10-10-20-12-30-36 0-62-10-76-24-2 22-16 34-26 54z',
          hair,
        ),
      };
    case 'bob':
      return {
        behind: path(
          'M92 200c-8-40-8-84 6-112 12-24 34-36 62-36s50 12 62 36c14 28 14 72 6 112q-16 12-34 6h-68q-18 6-34-6z',
          hair,
        ),
        over: path('M104 148C98 86 122 56 160 56s62 30 56 92c-6-14-8-26-10-38H114c-2 12-4 24-10 38z', hair),
      };
    case 'long':
      return {
        behind: path(
          'M88 268c-10-70-14-142 8-180 12-24 36-36 64-36s52 12 64 36c22 38 18 110 8 180q-28 12-52 0h-40q-24 12-52 0z',
          hair,
        ),
        over: path(
          'M104 150c-6-36 4-62 22-74 14 16 52 26 78 30 6 14 10 28 12 44 8-60-8-94-56-94s-64 34-56 94z',
          hair,
        ),
      };
    case 'bun':
      return {
        behind: path(disc(160, 56, 25), hair),
        over: path(
          'M104 142c-6-56 22-86 56-86s62 30 56 86c-6-20-16-36-26-46-22-8-44-4-60 6-14 10-20 24-26 40z',
          hair,
        ),
      };
    case 'curls':
      return {
        behind: [
          [104, 108, 26],
          [98, 146, 24],
          [102, 182, 22],
          [216, 108, 26],
          [222, 146, 24],
          [218, 182, 22],
        ]
          .map(([x, y, r]) => path(disc(x as number, y as number, r as number), hair))
          .join(''),
        over: [
          [118, 84, 24],
          [144, 66, 25],
          [176, 66, 25],
          [202, 84, 24],
          [110, 106, 16],
          [210, 106, 16],
          [160, 80, 20],
        ]
          .map(([x, y, r]) => path(disc(x as number, y as number, r as number), hair))
          .join(''),
      };
    case 'afro':
      return {
        behind: path(disc(160, 112, 82), hair),
        over: path(
          'M104 132c0-44 22-76 56-76s56 32 56 76c-8-18-18-28-30-32-18-4-34-4-52 0-12 4-22 14-30 32z',
          hair,
        ),
      };
    case 'bald':
      return { behind: '', over: '' };
    case 'scarf':
      return {
        behind: `${path('M82 276c-4-76-2-140 16-178 14-28 36-42 62-42s48 14 62 42c18 38 20 102 16 178z', cover)}`,
        over: `<path fill-rule="evenodd" d="M160 54c48 0 76 42 70 104-4 44-26 84-70 84s-66-40-70-84c-6-62 22-104 70-104zM160 84c-32 0-46 26-44 60 2 36 20 62 44 62s42-26 44-62c2-34-12-60-44-60z" fill="${cover}"/>${stitch('M116 144c-2-34 12-60 44-60s46 26 44 60c-2 36-20 62-44 62s-42-26-44-62z', light, 2)}`,
      };
    case 'braids':
      return {
        behind: [
          [100, 1],
          [220, -1],
        ]
          .map(([x, side]) =>
            [0, 1, 2, 3, 4]
              .map((i) =>
                path(disc((x as number) - (side as number) * (4 + i * 2), 160 + i * 24, 15 - i), hair),
              )
              .join(''),
          )
          .join(''),
        over: path(
          'M104 146c-6-58 20-90 56-90s62 32 56 90c-8-26-26-48-54-60v-8h-4v8c-28 12-46 34-54 60z',
          hair,
        ),
      };
    case 'turban':
      return {
        behind: '',
        over: `${path('M98 122c-8-48 20-84 62-84s70 36 62 84c-20-18-40-26-62-26s-42 8-62 26z', cover)}<path d="M102 112c26-36 52-54 90-64M112 84c30-24 50-30 76-34M218 112c-14-20-30-30-50-36" fill="none" stroke="${light}" stroke-width="4" stroke-linecap="round"/>`,
      };
  }
};

const beardOf = (beard: Face['beard'], hair: string): string => {
  const moustache = path('M136 170q12-12 24-4 12-8 24 4-12 4-24 0-12 4-24 0z', hair);
  if (beard === 'moustache') return moustache;
  return beard === 'full'
    ? path('M107 140c2 50 20 74 53 74s51-24 53-74c-8 22-18 30-28 28-18-6-32-6-50 0-10 2-20-6-28-28z', hair)
    : '';
};

const features = ({ glasses, beard }: Face, shade: string): string => {
  const lips = beard === 'full' ? '#F4D3B8' : shade;
  return [
    path(disc(138, 138, 5.5), INK),
    path(disc(182, 138, 5.5), INK),
    `<path d="M128 122q10-6 19-1M173 121q9-5 19 1M160 140q-6 14 2 16" fill="none" stroke="${shade}" stroke-width="4" stroke-linecap="round"/>`,
    `<path d="M143 178q17 15 34 0" fill="none" stroke="${lips}" stroke-width="5" stroke-linecap="round"/>`,
    glasses
      ? `<path d="${disc(137, 139, 19)}${disc(183, 139, 19)}M156 137q4-4 8 0" fill="none" stroke="${INK}" stroke-width="4"/>`
      : '',
  ].join('');
};

/** The shade of a skin: darker and warmer. */
const shadeOf = (skin: string): string =>
  `#${[0.82, 0.7, 0.62]
    .map((by, i) =>
      Math.round(Number.parseInt(skin.slice(1 + 2 * i, 3 + 2 * i), 16) * by)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const GARMENTS: readonly Print[] = ['dots', 'pinstripe', 'plain', 'gingham', 'sprig'];

/** @param index picks block and print, so that neighbours differ */
export const drawPortrait = (face: Face, hue: Hue, accent: Hue, index: number): string => {
  const skin = SKINS[face.skin];
  const shade = shadeOf(skin);
  const wear = HUES[hue];
  const back: Cloths = [HUES[accent].mid, PAPER, HUES[accent].soft];
  const { behind, over } = hairOf(face.cut, HAIRS[face.hair], wear.deep, wear.mid);
  const shoulders = 'M28 330c0-66 46-96 96-102h72c50 6 96 36 96 102z';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="320" height="320"><defs>${printDefs(PAPER)}</defs>
    ${rect(0, 0, 320, 320, HUES[accent].soft)}${sewBlock(blockAt(index), back, 0, 0, index, 320)}
    <g transform="translate(160 340) scale(1.07) translate(-160 -340)">
    ${behind}
    ${cloth(shoulders, wear.deep, GARMENTS[index % GARMENTS.length], 0.28)}
    ${path(roundRect(134, 184, 52, 62, 22), shade)}
    ${path('M122 229q38 40 76 0l-4 12q-34 36-68 0z', wear.mid)}
    ${path(disc(106, 146, 12), skin)}${path(disc(214, 146, 12), skin)}
    ${face.earrings && face.cut !== 'scarf' ? path(disc(106, 166, 6), '#F5C65B') + path(disc(214, 166, 6), '#F5C65B') : ''}
    ${path('M106 130c0-42 22-66 54-66s54 24 54 66c0 48-22 84-54 84s-54-36-54-84z', skin)}
    ${beardOf(face.beard, HAIRS[face.hair])}${features(face, shade)}${over}
    ${stitch('M40 326c2-52 40-78 84-86M280 326c-2-52-40-78-84-86', wear.mid, 2.2)}
  </g></svg>`;
};

export const renderPortrait = (face: Face, hue: Hue, accent: Hue, index: number): Promise<Buffer> =>
  sharp(Buffer.from(drawPortrait(face, hue, accent, index)))
    .png({ compressionLevel: 4 })
    .toBuffer();
