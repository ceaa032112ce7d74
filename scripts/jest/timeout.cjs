// Engines in containers are slow on a busy machine.
const { TEST_STORE, TEST_EVENTS } = process.env;
jest.setTimeout(TEST_STORE === 'mongodb' || TEST_EVENTS === 'kafka' ? 120_000 : 30_000);
