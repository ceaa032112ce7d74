const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom plus browser APIs that it lacks, taken from Node, which implements the same standards. */
const FROM_NODE = [
  'fetch',
  'Headers',
  'Request',
  'Response',
  'AbortController',
  'AbortSignal',
  'ReadableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
];

/** Neither UTC nor the zone of the machine: what counts in UTC must not count in the reader's days. */
const TIME_ZONE = 'Asia/Dhaka';

module.exports = class extends TestEnvironment {
  async setup() {
    this.machineTimeZone = process.env.TZ;
    process.env.TZ = TIME_ZONE;
    await super.setup();
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
    const { Blob, FileReader } = this.global;
    Blob.prototype.arrayBuffer ??= function () {
      return new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.readAsArrayBuffer(this);
      });
    };
    this.global.matchMedia ??= (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} });
  }

  async teardown() {
    // The worker may run tests of the server next.
    if (this.machineTimeZone === undefined) delete process.env.TZ;
    else process.env.TZ = this.machineTimeZone;
    await super.teardown();
  }
};
