import type { KAFKA_USERS } from '@piecework/config';
import { EVENTS, type EventType, SERVICES, TOPICS, type Topic } from '@piecework/contracts';
import type { KafkaRights } from '@piecework/event-log/kafka-rights';
import type { Declared } from '../commands/event-table';

/**
 * What each program may do in Kafka, from the declarations behind the table of events: a service writes the topics of the events that it emits and
 * reads those of the events that it consumes. The gateway reads everything for live streams and writes nothing; the operators' commands do everything.
 */
export const eventRights = ({ sources, listeners }: Declared): KafkaRights[] => {
  const topicsWhere = (matches: (type: EventType) => boolean): Topic[] =>
    TOPICS.filter((topic) =>
      Object.entries(EVENTS).some(([type, event]) => event.topic === topic && matches(type as EventType)),
    );
  const services = SERVICES.map((name) => ({
    user: name,
    writes: topicsWhere((type) => sources.get(type)?.some(({ service }) => service === name) ?? false),
    reads: topicsWhere((type) => listeners.get(type)?.includes(name) ?? false),
    group: { name },
  }));
  return [
    ...services,
    { user: 'gateway', writes: [], reads: TOPICS, group: 'private' },
    { user: 'tools', writes: TOPICS, reads: TOPICS, group: 'all' },
  ] satisfies (KafkaRights & { user: (typeof KAFKA_USERS)[number] })[];
};
