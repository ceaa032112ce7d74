import sharp from 'sharp';
import { type Layer, OBJECTS, type ObjectCloths, type ObjectName } from './objects';
import {
  BLOCK_NAMES,
  type BlockName,
  type Cloths,
  cloth,
  disc,
  HUES,
  type Hue,
  INK,
  PAPER,
  type Print,
  printDefs,
  roundRect,
  sewBlock,
  stitch,
} from './quilt';

/** How a picture is laid out: where the object sits and where the blocks are. */
export const LAYOUTS = ['window', 'side', 'medallion', 'on-point'] as const;
export type Layout = (typeof LAYOUTS)[number];

export interface Picture {
  object: ObjectName;
  layout: Layout;
  block: BlockName;
  /** The ground, and the colour that answers it. */
  hue: Hue;
  accent: Hue;
  /** A ground of the full colour, or of its palest tint. */
  tone: 'mid' | 'soft';
}

/** Drawn in 960 × 600: eight blocks by five. */
const WIDTH = 960;
const HEIGHT = 600;
const CELL = 120;

const outlined = ({ d, width }: { d: string; width?: number }, colour: string, by: number) =>
  `<path d="${d}" fill="${width === undefined ? colour : 'none'}" stroke="${colour}" stroke-width="${(width ?? 0) + by}" stroke-linejoin="round" stroke-linecap="round"/>`;

const sewnOn = (layer: Layer): string => {
  if (typeof layer === 'string') return layer;
  if (layer.width !== undefined) return outlined(layer, layer.fill, 0);
  const across = `fill="none" stroke="${INK}" stroke-opacity="0.42" stroke-width="11" stroke-dasharray="2.600 15"`;
  return `<path d="${layer.d}" fill="${layer.fill}"/><path d="${layer.d}" ${across}/>`;
};

/** An object cut out and sewn on: its shadow, a paper edge, then each piece with stitches across its rim. */
const applique = (layers: readonly Layer[], cx: number, cy: number, size: number): string => {
  const rims = (colour: string, by: number) =>
    layers.map((layer) => (typeof layer === 'string' ? '' : outlined(layer, colour, by))).join('');
  return `<g transform="translate(${cx - size / 2} ${cy - size / 2}) scale(${size / 400})">
    <g transform="translate(5 9)" opacity="0.16">${rims(INK, 22)}</g>${rims(PAPER, 24)}${layers.map(sewnOn).join('')}</g>`;
};

interface Scene {
  picture: Picture;
  cloths: Cloths;
  quiet: Cloths;
  /** Running stitches on the ground. */
  thread: string;
  object: (cx: number, cy: number, size: number) => string;
}

const cells = (keep: (column: number, row: number) => boolean) =>
  Array.from({ length: 40 }, (_, i) => ({ column: i % 8, row: Math.floor(i / 8) })).filter(
    ({ column, row }) => keep(column, row),
  );
const sew = (scene: Scene, keep: (column: number, row: number) => boolean, cloths = scene.cloths) =>
  cells(keep)
    .map(({ column, row }) => sewBlock(scene.picture.block, cloths, column * CELL, row * CELL, column + row))
    .join('');

/** The print of a ground, by its hue: so that not every ground is the same cloth. */
const GROUND_PRINT: Record<Hue, Print> = {
  indigo: 'dots',
  sage: 'sprig',
  madder: 'pinstripe',
  marigold: 'gingham',
  plum: 'dots',
};
const ground = ({ picture: { hue, tone } }: Scene, d: string) =>
  cloth(d, HUES[hue][tone], GROUND_PRINT[hue], tone === 'mid' ? 0.5 : 0.4);

const layouts: Record<Layout, (scene: Scene) => string> = {
  window: (scene) => {
    const field = roundRect(CELL, CELL, WIDTH - 2 * CELL, HEIGHT - 2 * CELL, 0);
    return [
      sew(scene, (column, row) => column === 0 || column === 7 || row === 0 || row === 4),
      ground(scene, field),
      stitch(
        roundRect(CELL + 14, CELL + 14, WIDTH - 2 * CELL - 28, HEIGHT - 2 * CELL - 28, 2),
        scene.thread,
        3,
      ),
      scene.object(WIDTH / 2, HEIGHT / 2, 420),
    ].join('');
  },
  side: (scene) =>
    [
      sew(scene, (column) => column > 4),
      ground(scene, roundRect(0, 0, 5 * CELL, HEIGHT, 0)),
      stitch(roundRect(20, 20, 5 * CELL - 40, HEIGHT - 40, 2), scene.thread, 3),
      scene.object(2.5 * CELL, HEIGHT / 2, 480),
    ].join(''),
  medallion: (scene) =>
    [
      sew(scene, () => true, scene.quiet),
      cloth(disc(WIDTH / 2, HEIGHT / 2, 252), HUES[scene.picture.hue].deep),
      ground(scene, disc(WIDTH / 2, HEIGHT / 2, 232)),
      stitch(disc(WIDTH / 2, HEIGHT / 2, 242), PAPER, 3),
      scene.object(WIDTH / 2, HEIGHT / 2, 370),
    ].join(''),
  'on-point': (scene) => {
    const diamond = (r: number) =>
      `M${WIDTH / 2} ${HEIGHT / 2 - r}L${WIDTH / 2 + r} ${HEIGHT / 2}L${WIDTH / 2} ${HEIGHT / 2 + r}L${WIDTH / 2 - r} ${HEIGHT / 2}z`;
    return [
      sew(scene, () => true),
      cloth(diamond(400), HUES[scene.picture.accent].mid),
      ground(scene, diamond(366)),
      stitch(diamond(383), PAPER, 3),
      scene.object(WIDTH / 2, HEIGHT / 2, 390),
    ].join('');
  },
};

/** The picture as SVG text. */
export const drawPicture = (picture: Picture): string => {
  const own = HUES[picture.hue];
  const other = HUES[picture.accent];
  const objectCloths: ObjectCloths = {
    deep: own.deep,
    mid: own.mid,
    soft: own.soft,
    accent: other.deep,
    accentMid: other.mid,
  };
  const scene: Scene = {
    picture,
    cloths: [own.deep, other.mid, own.soft],
    quiet: [own.mid, other.mid, PAPER],
    thread: picture.tone === 'mid' ? PAPER : own.mid,
    object: (cx, cy, size) => applique(OBJECTS[picture.object](objectCloths), cx, cy, size),
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><defs>${printDefs(picture.tone === 'mid' ? PAPER : own.mid)}</defs>${layouts[picture.layout](scene)}</svg>`;
};

export const blockAt = (index: number): BlockName => BLOCK_NAMES[index % BLOCK_NAMES.length] as BlockName;

/** @param width in pixels; the hero of the home wants more than a card */
export const renderPicture = (picture: Picture, width = WIDTH): Promise<Buffer> =>
  sharp(Buffer.from(drawPicture(picture)), { density: (72 * width) / WIDTH })
    .png({ compressionLevel: 4 })
    .toBuffer();
