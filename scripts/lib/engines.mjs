import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from './paths.mjs';

/**
 * Folder of engines for machines that cannot pull images. CI starts one from here if the folder exists (.ci/run), so that engine tests are skipped
 * only where no engine is available.
 */
const ENGINES = fromRoot('..', 'shared', 'engines');

export const hasEngines = () => existsSync(ENGINES);

/** The stripe-mock program, or null. When STRIPE_MOCK_PATH is set, no other is looked for. */
export function findStripeMock() {
  const path = process.env.STRIPE_MOCK_PATH || join(ENGINES, 'bin', 'stripe-mock');
  return existsSync(path) ? path : null;
}
