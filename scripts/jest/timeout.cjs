// Engines in containers take their time on a machine that does other things as well.
const { TEST_STORE, TEST_EVENTS } = process.env;
jest.setTimeout(TEST_STORE === 'mongodb' || TEST_EVENTS === 'kafka' ? 120_000 : 15_000);
