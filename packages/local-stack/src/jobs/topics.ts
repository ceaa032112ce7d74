import { createLog } from '@piecework/base';
import { ensureTopics } from '@piecework/event-log/kafka-topics';
import { refuseFiles, runJob } from './run-job';

/** Creates missing topics in advance, so that no service has to and no first write auto-creates one. */
void runJob(async (settings) => {
  refuseFiles(settings);
  await ensureTopics({ ...settings.kafka, log: createLog('topics', settings.logLevel) });
  return 'All topics exist.';
});
