// npm test: every check, one after the other.
//   npm test -- --only=unit              one step (or several: --only=lint,types)
//   npm test -- --only=unit services/user    the rest goes to that step's own command
import './lib/require-node.mjs';

void import('./lib/test.mjs').then(({ test }) => test(process.argv.slice(2)));
