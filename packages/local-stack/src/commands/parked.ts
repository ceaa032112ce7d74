import { SERVICES, type ServiceName } from '@piecework/contracts';
import { UsageError } from '../options';
import { createTools } from '../service-tools';
import { readCommand, runCommand, withServices } from './with-services';

/** `npm run parked`: lists parked events. `npm run parked -- retry SERVICE:ID`: retries one. */
void runCommand(async () => {
  const { words, dataDir } = readCommand();
  const [verb = 'list', id] = words;
  return withServices(dataDir, async (call) => {
    const tools = createTools(call);
    if (verb === 'list') {
      const events = (await Promise.all(SERVICES.map(tools.parked))).flat();
      for (const event of events) {
        console.log(
          `${event.id}\n  ${event.type} of ${event.aggregateId}, parked ${event.parkedAt} after ${event.attempts} attempts, ${event.waiting} waiting behind it\n  ${event.reason}`,
        );
      }
      console.log(
        events.length === 0
          ? 'No event is parked.'
          : `${events.length} parked. Retry one: npm run parked -- retry ID`,
      );
      return 0;
    }
    const service = id?.split(':')[0] as ServiceName | undefined;
    if (verb !== 'retry' || !id || !service || !SERVICES.includes(service))
      throw new UsageError('Usage: npm run parked -- retry SERVICE:ID (npm run parked lists the ids)');
    const outcome = await tools.retryParked(service, id);
    if (outcome.ok) console.log(`Handled events, queued ones included: ${outcome.handled}.`);
    else
      console.error(outcome.code === 'not-found' ? `${outcome.reason}.` : `Still parked: ${outcome.reason}`);
    return outcome.ok ? 0 : 1;
  });
});
