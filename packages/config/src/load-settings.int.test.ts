import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
    expect(loadSettings({ DATA_DIR: join(folder, 'file', 'x'), JWT_SECRET }).jwtSecret).toBe(JWT_SECRET);
  });

  test('creates no secret in production', () => {
    expect(() => loadSettings({ DATA_DIR: dataDir(), NODE_ENV: 'production' })).toThrow(
      'JWT_SECRET: is missing',
    );
  });
});
