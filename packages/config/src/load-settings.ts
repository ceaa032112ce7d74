import { createIds } from '@piecework/base';
import { embeddedSecret } from './secret';
import { type ProgramName, readSettings, type Settings } from './settings';

/** An embedded installation keeps its `JWT_SECRET` in its data folder. @throws {SettingsError} */
export const loadSettings = (
  env: Readonly<Record<string, string | undefined>> = process.env,
  program: ProgramName = 'all',
): Settings => {
  const secret =
    env.JWT_SECRET || env.NODE_ENV === 'production'
      ? env.JWT_SECRET
      : embeddedSecret(env.DATA_DIR || '.data', createIds());
  return readSettings({ ...env, ...(secret !== undefined && { JWT_SECRET: secret }) }, program);
};
