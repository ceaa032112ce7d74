/** `TEST_STORE=mongodb npx jest services` runs the tests on the MongoDB of TEST_MONGODB_URI, or one of the run (scripts/jest/engines-up.cjs). */
export const isOnMongo = (): boolean => process.env.TEST_STORE === 'mongodb';

/** `TEST_EVENTS=kafka npx jest services` runs the tests on a broker: that of TEST_KAFKA_BROKERS, or one of the run (scripts/jest/engines-up.cjs). */
export const isOnKafka = (): boolean => process.env.TEST_EVENTS === 'kafka';
