import { createLog } from '@piecework/base';
import { ensureTopics } from '@piecework/event-log/kafka-topics';
import { refuseFiles, runJob } from './run-job';

/** Makes the topics that are missing: no service has to, and none is made by the first who happens to write to it. */
void runJob(async (settings) => {
  refuseFiles(settings);
  await ensureTopics({ ...settings.kafka, log: createLog('topics', settings.logLevel) });
  return 'Every topic is there.';
});
