import { OperatorError } from '../src/operator-error';
import { runAlone, runProgram } from '../src/program';
import { pause } from './wait';

/** A child process for tests: `node --import tsx program.child.ts program KIND | alone`. */

const print = (line: string) => process.stdout.write(`${line}\n`);

/** `stuck`: stop never resolves; `torn`: stop rejects; `misled` and `broken`: start rejects. */
const program = async (kind: string) => {
  if (kind === 'misled') throw new OperatorError('PORT must be a whole number.');
  if (kind === 'broken') throw new Error('a bug');
  const going = setInterval(() => {}, 1000);
  return {
    stop: async () => {
      print('stopping');
      if (kind === 'torn') throw new Error('the end failed');
      if (kind === 'stuck') await new Promise(() => {});
      await pause(50);
      clearInterval(going);
      print('stopped');
    },
  };
};

const [what, argument = ''] = process.argv.slice(2);
if (what === 'alone') await runAlone(() => program('orderly'));
else {
  await runProgram(() => program(argument));
  print('running');
}
