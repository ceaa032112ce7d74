import { SERVICES, type ServiceName } from '@piecework/contracts';
import { UsageError } from '../options';
import { createTools } from '../service-tools';
import { readCommand, runCommand, withServices } from './with-services';

/** `npm run parked`: lists parked events and quarantined records. `-- retry SERVICE:ID` retries an event, `-- discard SERVICE:ID` deletes a record that is no event. */
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
        events.length === 0
          ? 'No event is parked.'
          : `${events.length} parked. Retry one: npm run parked -- retry ID`,
      );
      const records = (await Promise.all(SERVICES.map(tools.quarantined))).flat();
      for (const { id, key, quarantinedAt, bytes } of records)
        console.log(`${id}\n  no event: ${bytes} bytes of ${key || 'no key'}, quarantined ${quarantinedAt}`);
      if (records.length > 0)
        console.log(`${records.length} quarantined. Discard one: npm run parked -- discard ID`);
      return 0;
    }
    const service = id?.split(':')[0] as ServiceName | undefined;
    if (!['retry', 'discard'].includes(verb) || !id || !service || !SERVICES.includes(service))
      throw new UsageError(
        'Usage: npm run parked -- retry SERVICE:ID, or -- discard SERVICE:ID for a quarantined record (npm run parked lists the ids)',
      );
    if (verb === 'discard') {
      const isDone = await tools.discardRecord(service, id);
      if (isDone) console.log('Discarded. The admin trail has its size and SHA-256.');
      else console.error(`${id} is not quarantined.`);
      return isDone ? 0 : 1;
    }
    const outcome = await tools.retryParked(service, id);
    if (outcome.ok) console.log(`Handled events, queued ones included: ${outcome.handled}.`);
    else
      console.error(outcome.code === 'not-found' ? `${outcome.reason}.` : `Still parked: ${outcome.reason}`);
    return outcome.ok ? 0 : 1;
  });
});
