import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { isTranslated, SCREENS, type Screen } from '../browser/screens';
import { startChildStack } from '../support/child-stack';
import { launchChromium } from '../support/chromium';
import { createTour, LOADED_SIZES, type LoadedSize, SIZES, THEMES, type Theme } from '../support/screen-tour';

const OUT = resolve('docs/screens');
/** Keeps the pictures under 7 MB in English and 2 MB in Bangla, with legible text. */
const QUALITY = 45;

/** Overlay scroll bars: hidden ones would leave a gap beside every dialog. */
const CHROMIUM_FLAGS = ['--enable-features=OverlayScrollbar'];

type Tour = ReturnType<typeof createTour>;

/** The pictures of one language. */
interface Album {
  folder: string;
  screens: readonly Screen[];
  themesOf(screen: Screen): readonly Theme[];
}
const ENGLISH: Album = {
  folder: OUT,
  screens: SCREENS.filter(({ isUnpictured }) => !isUnpictured),
  themesOf: () => THEMES,
};
const BANGLA: Album = {
  folder: join(OUT, 'bn'),
  screens: SCREENS.filter(isTranslated),
  // One is enough: the colours are the same.
  themesOf: ({ name }) => (name === 'home' ? THEMES : ['light']),
};

const capture = async (tour: Tour, album: Album, screen: Screen, size: LoadedSize): Promise<number> => {
  const page = await tour.show(screen, SIZES[size]);
  let bytes = 0;
  for (const theme of album.themesOf(screen)) {
    await page.emulateMedia({ colorScheme: theme });
    await tour.settle(page, screen);
    const picture = await sharp(await page.screenshot())
      .webp({ quality: QUALITY, effort: 6 })
      .toBuffer();
    writeFileSync(join(album.folder, `${screen.visitor}-${screen.name}-${size}-${theme}.webp`), picture);
    bytes += picture.length;
  }
  return bytes;
};

const captureAll = async (tour: Tour, album: Album): Promise<void> => {
  const { folder, screens } = album;
  const pictures = () => readdirSync(folder).filter((file) => file.endsWith('.webp'));
  mkdirSync(folder, { recursive: true });
  for (const file of pictures()) rmSync(join(folder, file));
  let bytes = 0;
  for (const screen of screens)
    for (const size of Object.keys(LOADED_SIZES) as LoadedSize[]) {
      if (screen.only && screen.only !== size) continue;
      bytes += await capture(tour, album, screen, size);
      console.log(`${screen.visitor} ${screen.name}, ${size}`);
    }
  console.log(`${pictures().length} pictures in ${folder}, ${(bytes / 1e6).toFixed(1)} MB`);
};

/** `npm run screens`: takes a picture of every screen of a new stack with the demo data, and of the translated ones in Bangla. */
const main = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'piecework-pictures-'));
  const stack = await startChildStack({ dataDir, demo: true, fronts: true });
  const browser = await launchChromium(CHROMIUM_FLAGS);
  try {
    const origin = `http://localhost:${stack.settings.port}`;
    const place = { browser, origin, gateway: stack.gateway.replace('127.0.0.1', 'localhost') };
    // Before the buyers' screens, which are in English only and post tasks without a picture.
    await captureAll(createTour({ ...place, language: 'bn' }), BANGLA);
    await captureAll(createTour(place), ENGLISH);
  } finally {
    await browser.close();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

void main();
