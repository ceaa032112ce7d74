import { readFile, rename, writeFile } from 'node:fs/promises';
import { OperatorError, printError } from '@piecework/base';
import { readFrontSettings } from '@piecework/config';
import { parseRemotesFile, type RemotesFile } from './remotes';

// npm run rollout                                   lists the roll-outs
// npm run rollout -- mf_worker ADDRESS PERCENT      gives a share of the browsers that build
// npm run rollout -- mf_worker stop                 gives every browser the build for all
// npm run rollout -- mf_worker finish               makes the rolled-out build the one for all

const USAGE = 'Usage: npm run rollout [-- REMOTE (ADDRESS PERCENT | stop | finish)]';

const readRemotesFile = async (file: string): Promise<Partial<RemotesFile>> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    parseRemotesFile(text);
  } catch (error) {
    throw new OperatorError(`${file} is invalid, nothing is changed:\n${(error as Error).message}`);
  }
  return JSON.parse(text);
};

/** @throws {OperatorError} when the result would be invalid */
const changed = (content: Partial<RemotesFile>, [remote = '', what = '', percent]: string[]) => {
  const { [remote]: current, ...others } = content.rollouts ?? {};
  if ((what === 'stop' || what === 'finish') && !current) throw new OperatorError(`${remote} has no roll-out.`);
  if (what === 'stop') return { ...content, rollouts: others };
  if (what === 'finish')
    return { ...content, remotes: { ...content.remotes, [remote]: current?.manifest }, rollouts: others };
  if (percent === undefined) throw new OperatorError(USAGE);
  return { ...content, rollouts: { ...others, [remote]: { manifest: what, share: Number(percent) } } };
};

const run = async (args: string[]): Promise<void> => {
  const { remotesFile } = readFrontSettings(process.env);
  const content = await readRemotesFile(remotesFile);
  const result = args.length === 0 ? content : changed(content, args);
  const text = `${JSON.stringify(result, null, 2)}\n`;
  try {
    parseRemotesFile(text);
  } catch (error) {
    throw new OperatorError(`Nothing is changed:\n${(error as Error).message}`);
  }
  if (args.length > 0) {
    // Replaced as a whole: the shell's server may read it now.
    await writeFile(`${remotesFile}.new`, text);
    await rename(`${remotesFile}.new`, remotesFile);
  }
  const { rollouts } = parseRemotesFile(text);
  const lines = Object.entries(rollouts).map(
    ([remote, { manifest, share }]) => `${remote}: ${share} % of the browsers get ${manifest}`,
  );
  console.log([`Roll-outs in ${remotesFile}:`, ...(lines.length > 0 ? lines : ['none'])].join('\n'));
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
