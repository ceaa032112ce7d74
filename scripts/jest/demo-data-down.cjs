const { rm } = require('node:fs/promises');

module.exports = () => rm(process.env.TEST_DEMO_DATA, { recursive: true, force: true });
