import { findProgram, isExecutable } from './programs.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
/** Install locations on systems that do not add it to PATH. */
const PLACES = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A Chromium of this machine, or null. When CHROMIUM_PATH is set, no other is looked for. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return isExecutable(named) ? named : null;
  return findProgram(...NAMES) ?? PLACES.find(isExecutable) ?? null;
}
