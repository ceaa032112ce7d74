import { createLog } from '@piecework/base';
import { ensureRights } from '@piecework/event-log/kafka-rights';
import { ensureTopics } from '@piecework/event-log/kafka-topics';
import { ensureUsers } from '@piecework/event-log/kafka-users';
import { collectSources } from '../commands/event-table';
import { declaredServices } from '../services';
import { eventRights } from './event-rights';
import { refuseFiles, runJob } from './run-job';

/** Sets the passwords of the users, creates missing topics in advance, so that no service needs the right to, and gives each program its rights. `topics keep` takes none away: programs of the last release may still run. */
void runJob(async (settings) => {
  refuseFiles(settings);
  const access = { ...settings.kafka, log: createLog('topics', settings.logLevel) };
  if (settings.kafkaUsers.length > 0) await ensureUsers({ ...access, users: settings.kafkaUsers });
  await ensureTopics(access);
  const rights = eventRights(collectSources(declaredServices()));
  await ensureRights({ ...access, rights, keepsOutdated: process.argv[2] === 'keep' });
  return `All topics exist, with the rights of ${rights.length} users.`;
});
