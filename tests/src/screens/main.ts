import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { SCREENS, type Screen } from '../browser/screens';
import { startChildStack } from '../support/child-stack';
import { launchChromium } from '../support/chromium';
import { createTour, LOADED_SIZES, type LoadedSize, SIZES, THEMES } from '../support/screen-tour';

const OUT = resolve('docs/screens');
/** Keeps all pictures under 6 MB in total, with legible text. */
const QUALITY = 45;

/** Overlay scroll bars: hidden ones would leave a gap beside every dialog. */
const CHROMIUM_FLAGS = ['--enable-features=OverlayScrollbar'];

type Tour = ReturnType<typeof createTour>;

const capture = async (tour: Tour, screen: Screen, size: LoadedSize): Promise<number> => {
  const page = await tour.show(screen, SIZES[size]);
  let bytes = 0;
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await tour.settle(page, screen);
    const picture = await sharp(await page.screenshot())
      .webp({ quality: QUALITY, effort: 6 })
      .toBuffer();
    writeFileSync(join(OUT, `${screen.visitor}-${screen.name}-${size}-${theme}.webp`), picture);
    bytes += picture.length;
  }
  return bytes;
};

const captureAll = async (tour: Tour): Promise<void> => {
  mkdirSync(OUT, { recursive: true });
  for (const file of readdirSync(OUT)) if (file.endsWith('.webp')) rmSync(join(OUT, file));
  let bytes = 0;
  for (const screen of SCREENS.filter(({ isUnpictured }) => !isUnpictured))
    for (const size of Object.keys(LOADED_SIZES) as LoadedSize[]) {
      if (screen.only && screen.only !== size) continue;
      bytes += await capture(tour, screen, size);
      console.log(`${screen.visitor} ${screen.name}, ${size}`);
    }
  console.log(`${readdirSync(OUT).length} pictures in docs/screens, ${(bytes / 1e6).toFixed(1)} MB`);
};

/** `npm run screens`: takes a picture of every screen of a new stack with the demo data. */
const main = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'piecework-pictures-'));
  const stack = await startChildStack({ dataDir, demo: true, fronts: true });
  const browser = await launchChromium(CHROMIUM_FLAGS);
  try {
    const origin = `http://localhost:${stack.settings.port}`;
    await captureAll(
      createTour({ browser, origin, gateway: stack.gateway.replace('127.0.0.1', 'localhost') }),
    );
  } finally {
    await browser.close();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

void main();
