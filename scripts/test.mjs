// npm test: runs the checks in sequence.
//   npm test -- --only=unit              one step (or several: --only=lint,types)
//   npm test -- --only=unit services/user    further arguments are passed to the step's command
//   npm test -w mf-worker                one area: --area=FOLDER
import './lib/require-node.mjs';

void import('./lib/test.mjs').then(({ test }) => test(process.argv.slice(2)));
