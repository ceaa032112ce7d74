import { printError } from '@piecework/base';
import { readFrontSettings } from '@piecework/config';
import { FRONT_PORTS, type FrontName } from '@piecework/federation/fronts';
import { requireFreePorts } from '@piecework/http/server';
import { readOptions } from './options';
import { requireStartable } from './require-startable';
import { stackSettings } from './settings';

/** For the scripts, which build and start several programs: one sentence, and the process ends. */
const orEnd = async (check: () => Promise<void>): Promise<void> => {
  try {
    await check();
  } catch (error) {
    printError(error);
    process.exit(1);
  }
};

export const checkStart = (args: readonly string[]): Promise<void> =>
  orEnd(async () => {
    const options = readOptions(args);
    await requireStartable(stackSettings(options), options);
  });

/** The dev server of one front end. */
export const checkFront = (front: FrontName): Promise<void> =>
  orEnd(() => {
    const port = readFrontSettings(process.env).port + FRONT_PORTS[front];
    return requireFreePorts([{ part: front, port }]);
  });
