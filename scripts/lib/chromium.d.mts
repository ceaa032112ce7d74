/** A Chromium of this machine, or null. When CHROMIUM_PATH is set, no other is looked for. */
export function findChromium(): string | null;
