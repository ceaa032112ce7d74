import { ensureDemoData } from '../demo/ensure';
import { createInternalClient } from '../internal-client';
import { untilReady } from '../wait-until-ready';
import { runJob } from './run-job';

/** Milliseconds until the gateway answers. */
const ANSWERS_WITHIN = 120_000;

/** Loads the demo data into an empty store when `DEMO_DATA=1` asks for it. */
void runJob(async (settings) => {
  if (!settings.demoData) return 'DEMO_DATA is not 1: nothing is loaded.';
  const gateway = settings.gatewayUrl;
  // Not /readyz: that waits for the front ends, and these wait for the demo data.
  await untilReady(`${gateway}/healthz`, ANSWERS_WITHIN);
  await ensureDemoData({
    gateway,
    internal: createInternalClient(settings),
    say: (line) => console.log(line),
  });
  return 'The demo data is there.';
}, 'demo');
