import { randomUUID } from 'node:crypto';
import { silentLog } from '@piecework/base';
import { describeWithDocker } from '@piecework/base/testing/docker';
import { describeEventBus } from '../testing/bus.suite';
import { type KafkaContainer, startKafkaContainer } from '../testing/kafka.container';
import { openKafkaBus } from './kafka-bus';

describeWithDocker('Kafka', () => {
  let kafka: KafkaContainer;

  beforeAll(async () => {
    kafka = await startKafkaContainer({ inMemory: true });
  });
  afterAll(() => kafka.stop());

  describeEventBus('Kafka', async () => {
    const prefix = `${randomUUID()}.`;
    return { open: () => openKafkaBus({ brokers: kafka.brokers, log: silentLog, prefix }), destroy: async () => {} };
  });
});
