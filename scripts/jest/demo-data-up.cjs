const { mkdtemp } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Before the first test: makes the demo data once. Each product that a test starts with it works on a copy. */
module.exports = async () => {
  const { startChildStack } = require('../../tests/src/support/child-stack');
  const folder = await mkdtemp(join(tmpdir(), 'piecework-demo-'));
  process.env.TEST_DEMO_DATA = folder;
  const stack = await startChildStack({ dataDir: folder, demo: true });
  await stack.stop();
};
