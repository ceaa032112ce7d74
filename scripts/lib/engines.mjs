import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from './paths.mjs';

/**
 * Where engines for machines that can pull no image lie: CI that has them starts one (.ci/run), so that nothing is skipped there unless the
 * machine cannot have one.
 */
const ENGINES = fromRoot('..', 'shared', 'engines');

export const hasEngines = () => existsSync(ENGINES);

/** Where stripe-mock lies: the one that STRIPE_MOCK_PATH names, and no other, if it does; null without it. */
export function findStripeMock() {
  const path = process.env.STRIPE_MOCK_PATH || join(ENGINES, 'bin', 'stripe-mock');
  return existsSync(path) ? path : null;
}
