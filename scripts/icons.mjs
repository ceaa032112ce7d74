// Draws the icons of an installed Piecework and the picture of its shared address from the mark: npm run icons. The files are committed.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// The media service has it anyway.
const sharp = createRequire(path.resolve('services/media/package.json'))('sharp');

const OUT = 'shell/public';
const PAPER = '#FBF8F3';
/** Side of the mark's own coordinates. */
const MARK = 32;

const mark = fs
  .readFileSync(path.join(OUT, 'favicon.svg'), 'utf8')
  .replace(/^<svg[^>]*>|<\/svg>\s*$|<title>.*?<\/title>/g, '');

/** The mark in the middle, `share` of the height tall. @returns SVG */
const drawing = ({ width, height, share, ground }) => {
  const scale = (height * share) / MARK;
  const [x, y] = [(width - MARK * scale) / 2, (height - MARK * scale) / 2];
  const rect = ground ? `<rect width="100%" height="100%" fill="${ground}"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rect}<g transform="translate(${x} ${y}) scale(${scale})">${mark}</g></svg>`;
};

const square = (size, share, ground) => ({ width: size, height: size, share, ground });
const DRAWINGS = {
  'icon-192.png': square(192, 1),
  'icon-512.png': square(512, 1),
  // A launcher cuts its own shape out of these: the mark stays in the safe zone, a circle of 80 %, and in the rounded corners of iOS.
  'icon-maskable-512.png': square(512, 0.54, PAPER),
  'apple-touch-icon.png': square(180, 0.66, PAPER),
  'shared.png': { width: 1200, height: 630, share: 0.5, ground: PAPER },
};

for (const [name, size] of Object.entries(DRAWINGS)) {
  const picture = await sharp(Buffer.from(drawing(size)))
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  fs.writeFileSync(path.join(OUT, name), picture);
  console.log(`${name}, ${picture.length} bytes`);
}
