import { readFile } from 'node:fs/promises';

/** The folder lies beside the sources, and beside the bundle in an image (`docker/bundle.mjs`). */
const read = (name: string): Promise<Buffer> => readFile(new URL(`./pictures/${name}.webp`, import.meta.url));

export const readTaskPicture = (taskKey: string) => read(`tasks/${taskKey}`);
export const readBatchPicture = (name: string) => read(`batches/${name}`);
export const readPortrait = (personKey: string) => read(`people/${personKey}`);
