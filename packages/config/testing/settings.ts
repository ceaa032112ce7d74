import { readSettings, type Settings } from '../src/settings';

export const testSettings = (env: Record<string, string> = {}): Settings =>
  readSettings({
    NODE_ENV: 'test',
    JWT_SECRET: 'a secret for tests that is long enough',
    PAYOUT_KEY: 'a payout key for tests that is long enough',
    // Production refuses fast hashes.
    ...(env.NODE_ENV !== 'production' && { PASSWORD_COST: '4' }),
    LOG_LEVEL: 'silent',
    ...env,
  });
