import { readFileSync } from 'node:fs';
import { VERSION } from './version';

test('the version is that of the root package.json', () => {
  expect((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version).toBe(VERSION);
});
