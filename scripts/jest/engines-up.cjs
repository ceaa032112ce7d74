/** Before the first test: starts one broker and one MongoDB for all tests, if the settings select them and give no address. */
module.exports = async () => {
  const { TEST_EVENTS, TEST_KAFKA_BROKERS, TEST_STORE, TEST_MONGODB_URI } = process.env;
  const engines = [];
  globalThis.testEngines = engines;
  // The image of Testcontainers' cleaner may not be available; `engines-down.cjs` cleans up.
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  if (TEST_EVENTS === 'kafka' && !TEST_KAFKA_BROKERS) {
    const { startKafkaContainer } = require('../../packages/event-log/testing/kafka.container');
    const kafka = await startKafkaContainer({ inMemory: true });
    engines.push(kafka);
    process.env.TEST_KAFKA_BROKERS = kafka.brokers.join(',');
  }
  if (TEST_STORE === 'mongodb' && !TEST_MONGODB_URI) {
    const { startMongoContainer } = require('../../packages/store/testing/mongo.container');
    const mongo = await startMongoContainer({ inMemory: true });
    engines.push(mongo);
    process.env.TEST_MONGODB_URI = mongo.uri;
  }
};
