import { openStore } from '@piecework/service-runtime/run';
import { prepareStore } from '@piecework/service-runtime/runtime';
import { SERVICE_MODULES } from '../services';
import { refuseFiles, runJob } from './run-job';

/** Creates missing collections and indexes before any service, or two replicas of one, can write without them. */
void runJob(async (settings) => {
  refuseFiles(settings);
  for (const module of SERVICE_MODULES) {
    const store = await openStore(settings, module.name);
    try {
      await prepareStore(store, module);
    } finally {
      await store.close();
    }
  }
  return 'All indexes exist.';
});
