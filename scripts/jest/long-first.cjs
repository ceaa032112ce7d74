const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * What takes long goes first, so that no core is idle while the last file of a run is at work. Jest learns it from earlier runs; a machine
 * that has none goes by the size of the files, which says little: the longest are some of the shortest.
 */
const LONG = [
  '/tests/src/demo/',
  '/tests/src/operations/deploys',
  '/tests/src/operations/commands',
  '/tests/src/fuzz/',
  '/tests/src/simulation/',
  '/tests/src/browser/session',
];

module.exports = class extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = LONG.findIndex((part) => path.includes(part));
      return index === -1 ? LONG.length : index;
    };
    // Stable: within a rank it stays as Jest has it.
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
};
