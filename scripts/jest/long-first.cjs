const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Runs the slowest files first, so that no core is idle during the last file. Jest learns the durations from earlier runs; without
 * any it orders by file size, which correlates badly: some of the slowest files are among the shortest.
 */
const LONG = [
  '/tests/src/demo/',
  '/tests/src/operations/deploys',
  '/tests/src/operations/commands',
  '/tests/src/fuzz/',
  '/packages/mf-config/src/',
  '/tests/src/texts/bare-texts',
  '/tests/src/client/api-page',
  '/tests/src/simulation/',
  '/tests/src/browser/shell/session',
  '/tests/src/browser/mf-worker/worker.screens',
  '/tests/src/browser/mf-buyer/buyer.screens',
  '/tests/src/browser/mf-admin/admin.screens',
  '/tests/src/browser/shell/bangla.screens',
];

module.exports = class extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = LONG.findIndex((part) => path.includes(part));
      return index === -1 ? LONG.length : index;
    };
    // Stable: keeps Jest's order within a rank.
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
};
