import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from './load-settings';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = () => join(folder, 'data');

describe('loadSettings', () => {
  test('keeps the secret of an embedded installation in its data folder', () => {
    const { jwtSecret } = loadSettings({ DATA_DIR: dataDir() });
    expect(loadSettings({ DATA_DIR: dataDir() }).jwtSecret).toBe(jwtSecret);
  });

  test('uses a configured secret and creates none', () => {
    const JWT_SECRET = 'a secret that was given and is long enough';
    writeFileSync(join(folder, 'file'), '');
    const given = { DATA_DIR: join(folder, 'file', 'x'), JWT_SECRET, PAYOUT_KEY: JWT_SECRET };
    expect(loadSettings(given).jwtSecret).toBe(JWT_SECRET);
  });

  test('keeps the key of account numbers beside it, for programs that read them', () => {
    expect(loadSettings({ DATA_DIR: dataDir() }, 'user').payoutKeys).toEqual([]);
    expect(readdirSync(dataDir())).toEqual(['jwt-secret']);
    const { payoutKeys, jwtSecret } = loadSettings({ DATA_DIR: dataDir() }, 'wallet');
    expect(payoutKeys).toEqual([expect.not.stringMatching(String(jwtSecret))]);
    const PAYOUT_KEY_PREVIOUS = 'the key before, which is long enough as well';
    expect(loadSettings({ DATA_DIR: dataDir(), PAYOUT_KEY_PREVIOUS }).payoutKeys).toEqual([
      ...payoutKeys,
      PAYOUT_KEY_PREVIOUS,
    ]);
  });

  test('creates no secret in production', () => {
    expect(() => loadSettings({ DATA_DIR: dataDir(), NODE_ENV: 'production' })).toThrow(
      'JWT_SECRET: is missing\n  PAYOUT_KEY: is missing',
    );
  });
});
