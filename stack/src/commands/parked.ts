import { SERVICES, type ServiceName } from '@piecework/contracts';
import { UsageError } from '../options';
import { createTools } from '../service-tools';
import { readCommand, runCommand, withServices } from './with-services';

const MAX_RECORDS = 100;

/** `npm run parked`: lists parked events and quarantined records. `-- retry SERVICE:ID` retries an event, `-- discard SERVICE:ID` deletes a record that is no event, `-- discard SERVICE` all of them. */
void runCommand(async () => {
  const { words, dataDir } = readCommand();
  const [verb = 'list', id] = words;
  return withServices(dataDir, SERVICES, async (call) => {
    const tools = createTools(call);
    if (verb === 'list') {
      const events = (await Promise.all(SERVICES.map(tools.parked))).flat();
      for (const event of events) {
        console.log(
          `${event.id}\n  ${event.type} of ${event.aggregateId}, parked ${event.parkedAt} after ${event.attempts} attempts, ${event.waiting} waiting behind it\n  ${event.reason}\n  reference ${event.correlationId}`,
        );
      }
      console.log(
        events.length === 0 ? 'No event is parked.' : `${events.length} parked. Retry one: npm run parked -- retry ID`,
      );
      const quarantines = await Promise.all(SERVICES.map(tools.quarantined));
      const records = quarantines.flatMap((one) => one.records).slice(0, MAX_RECORDS);
      const total = quarantines.reduce((sum, one) => sum + one.total, 0);
      for (const { id, key, quarantinedAt, bytes } of records)
        console.log(`${id}\n  no event: ${bytes} bytes of ${key || 'no key'}, quarantined ${quarantinedAt}`);
      if (total > records.length) console.log(`and ${total - records.length} more`);
      if (total > 0)
        console.log(
          `${total} quarantined. Discard one: npm run parked -- discard ID, or those of a service: npm run parked -- discard SERVICE`,
        );
      return 0;
    }
    const service = id?.split(':')[0] as ServiceName | undefined;
    if (!['retry', 'discard'].includes(verb) || !id || !service || !SERVICES.includes(service))
      throw new UsageError(
        'Usage: npm run parked -- retry SERVICE:ID, -- discard SERVICE:ID for a quarantined record, or -- discard SERVICE for all of them (npm run parked lists the ids)',
      );
    if (verb === 'discard' && id === service) {
      console.log(`Discarded: ${await tools.discardRecords(service)}. The admin trail has a hash of them.`);
      return 0;
    }
    if (verb === 'discard') {
      const isDone = await tools.discardRecord(service, id);
      if (isDone) console.log('Discarded. The admin trail has its size and SHA-256.');
      else console.error(`${id} is not quarantined.`);
      return isDone ? 0 : 1;
    }
    const outcome = await tools.retryParked(service, id);
    if (outcome.ok) console.log(`Handled events, queued ones included: ${outcome.handled}.`);
    else console.error(outcome.code === 'not-found' ? `${outcome.reason}.` : `Still parked: ${outcome.reason}`);
    return outcome.ok ? 0 : 1;
  });
});
