import { ensureDemoData } from '../demo/ensure';
import { createInternalClient } from '../internal-client';
import { untilReady } from '../wait-until-ready';
import { runJob } from './run-job';

/** Milliseconds. */
const ANSWERS_WITHIN = 120_000;

/** Loads the demo data into an empty store if `DEMO_DATA=1`. */
void runJob(async (settings) => {
  if (!settings.demoData) return 'DEMO_DATA is not 1: no demo data is loaded.';
  const gateway = settings.gatewayUrl;
  await untilReady(`${gateway}/readyz`, ANSWERS_WITHIN);
  await ensureDemoData({ gateway, internal: createInternalClient(settings), print: (line) => console.log(line) });
  return 'The demo data is loaded.';
}, 'demo');
