import { createIds } from '@piecework/base';
import { embeddedSecret } from './secret';
import { needsPayoutKey, type ProgramName, readSettings, type Settings } from './settings';

/** An embedded installation keeps its secrets in its data folder. @throws {SettingsError} */
export const loadSettings = (
  env: Readonly<Record<string, string | undefined>> = process.env,
  program: ProgramName = 'all',
): Settings => {
  const localSecret = (name: Parameters<typeof embeddedSecret>[2]) =>
    env.NODE_ENV === 'production' ? undefined : embeddedSecret(env.DATA_DIR || '.data', createIds(), name);
  const payoutKey = needsPayoutKey(program) ? env.PAYOUT_KEY || localSecret('payout-key') : undefined;
  const secret = env.JWT_SECRET || localSecret('jwt-secret');
  return readSettings(
    {
      ...env,
      ...(secret !== undefined && { JWT_SECRET: secret }),
      ...(payoutKey !== undefined && { PAYOUT_KEY: payoutKey }),
    },
    program,
  );
};
