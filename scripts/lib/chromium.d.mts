/** A Chromium of this machine, or null: the one that CHROMIUM_PATH names, and no other, if it does. */
export function findChromium(): string | null;
