import { groupBy } from '@piecework/base';
import type { Topic } from '@piecework/contracts';
import { Partitioners, type Producer } from 'kafkajs';
import { BusUnavailableError, type EventRecord } from './bus';
import {
  createKafkaClient,
  createReopening,
  disconnectQuietly,
  type KafkaClientOptions,
  unavailable,
  within,
} from './kafka-client';
import { MAX_RECORD_BYTES } from './kafka-topics';

/** Limits of one `send`, which batches waiting publishes. One event of the product is always smaller. */
const MAX_BATCH_RECORDS = 1_000;
export const MAX_BATCH_BYTES = MAX_RECORD_BYTES / 2;
const ACKNOWLEDGED_MS = 3_000;
/** Milliseconds before the connection is replaced: KafkaJS's retries of a frozen broker add up to 30 s. */
const SEND_MS = 6_000;

/** murmur2 of the key, as in every other Kafka client. */
export const createPartitionOf = (partitions: ReadonlyMap<Topic, number>) => {
  const choose = Partitioners.DefaultPartitioner();
  const metadata = new Map(
    [...partitions].map(([topic, count]) => [
      topic,
      Array.from({ length: count }, (_, partitionId) => ({ partitionId, leader: 0 })),
    ]),
  );
  return ({ topic, key }: EventRecord): number =>
    choose({ topic, partitionMetadata: (metadata.get(topic) ?? []) as never, message: { key, value: '' } });
};

interface Waiting {
  records: readonly EventRecord[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

const bytesOf = ({ key, value }: EventRecord) => Buffer.byteLength(key) + Buffer.byteLength(value);

/** One `send` at a time: KafkaJS lets a later one overtake a retried one. */
const createLane = (send: (records: readonly EventRecord[]) => Promise<void>) => {
  const queue: Waiting[] = [];
  let running = false;

  const nextGroup = (): Waiting[] => {
    let [records, bytes] = [0, 0];
    const end = queue.findIndex((waiting, at) => {
      records += waiting.records.length;
      bytes += waiting.records.reduce((sum, record) => sum + bytesOf(record), 0);
      return at > 0 && (records > MAX_BATCH_RECORDS || bytes > MAX_BATCH_BYTES);
    });
    return queue.splice(0, end === -1 ? queue.length : end);
  };

  const sendInParts = async (records: readonly EventRecord[]) => {
    let part: EventRecord[] = [];
    let bytes = 0;
    for (const record of records) {
      const size = bytesOf(record);
      if (part.length > 0 && (part.length >= MAX_BATCH_RECORDS || bytes + size > MAX_BATCH_BYTES)) {
        await send(part);
        [part, bytes] = [[], 0];
      }
      part.push(record);
      bytes += size;
    }
    await send(part);
  };

  const run = async () => {
    while (queue.length > 0) {
      const group = nextGroup();
      try {
        await sendInParts(group.flatMap(({ records }) => records));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    running = false;
  };

  return (records: readonly EventRecord[]): Promise<void> =>
    new Promise((resolve, reject) => {
      queue.push({ records, resolve, reject });
      if (running) return;
      running = true;
      void run();
    });
};

const openProducer = async (options: KafkaClientOptions) => {
  const client = createKafkaClient(options);
  const producer = client.kafka.producer({
    idempotent: false,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    retry: { retries: 1, initialRetryTime: 100, maxRetryTime: 300 },
  });
  producer.on(producer.events.REQUEST, ({ payload }) => options.requests?.add(payload.apiName));
  const close = () => disconnectQuietly(client, () => producer.disconnect());
  try {
    await producer.connect();
    return { value: producer, close };
  } catch (error) {
    void close();
    throw error;
  }
};

export const createPublisher = (
  options: KafkaClientOptions & { partitions: ReadonlyMap<Topic, number>; nameOf: (topic: Topic) => string },
) => {
  const { brokers, partitions, nameOf } = options;
  const partitionOf = createPartitionOf(partitions);
  const producer = createReopening<Producer>(() => openProducer(options));

  /** One request per broker, whatever the number of topics and partitions. */
  const publish = createLane((records) =>
    producer.use(async (open) => {
      const topicMessages = [...groupBy(records, ({ topic }) => topic)].map(([topic, ofTopic]) => ({
        topic: nameOf(topic),
        messages: ofTopic.map((record) => ({ key: record.key, value: record.value, partition: partitionOf(record) })),
      }));
      await within(SEND_MS, open.sendBatch({ acks: -1, timeout: ACKNOWLEDGED_MS, topicMessages }));
    }),
  );

  return {
    publish: async (records: readonly EventRecord[]): Promise<void> => {
      for (const record of records)
        if (bytesOf(record) > MAX_BATCH_BYTES)
          throw new BusUnavailableError(
            `a record of ${record.topic} ${record.key} has ${bytesOf(record)} bytes, above the limit of ${MAX_BATCH_BYTES}`,
          );
      try {
        await publish(records);
      } catch (error) {
        throw unavailable(brokers, error);
      }
    },
    close: producer.close,
  };
};
