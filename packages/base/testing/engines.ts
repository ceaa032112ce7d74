/** `TEST_STORE=mongodb` runs the tests on the MongoDB of TEST_MONGODB_URI, or on one started by scripts/jest/engines-up.cjs. */
export const isOnMongo = (): boolean => process.env.TEST_STORE === 'mongodb';

/** `TEST_EVENTS=kafka` runs the tests on the broker of TEST_KAFKA_BROKERS, or on one started by scripts/jest/engines-up.cjs. */
export const isOnKafka = (): boolean => process.env.TEST_EVENTS === 'kafka';
