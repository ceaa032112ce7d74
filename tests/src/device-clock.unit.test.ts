import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const NOT_SHIPPED = /\.test\.tsx?$|\/(testing|fixtures)\/|\.fixtures\.tsx?$/;

/** What reads the clock of the device, which may be days off: only for time that passes on it, never for a date. */
const ALLOWED: Readonly<Record<string, string>> = {
  'mf-admin/src/features/withdrawals/AccountNumber.tsx': 'seconds until the number is hidden',
  'mf-buyer/src/features/review/decision-buffer.ts': 'seconds since a decision',
  'packages/web-kit/src/api/api.ts': 'time since a person canceled the dialog of the second factor',
  'packages/web-kit/src/api/access-token.ts': 'the difference to the clock of the token',
  'packages/web-kit/src/dialogs/restore-focus.ts': 'the end of retries',
  'packages/web-kit/src/live/stream-reader.ts': 'silence of the stream',
  'packages/web-kit/src/live/tab-connection.ts': 'silence of the stream',
  'packages/web-kit/src/api/server-clock.ts': 'the difference to the clock of the server',
  'packages/web-kit/src/session/current-user.ts': 'seconds since a change of role',
  'packages/web-kit/src/session/session-lock.ts': 'the time that a tab waits for the lock',
  'packages/web-kit/src/queries/use-read-once.ts': 'the age of an answer',
  'shell/src/areas.tsx': 'the time between checks',
  'shell/src/early.js': 'whether an early request is worth it; the session decides',
};

test('front code reads the clock of the server', () => {
  const files = execFileSync(
    'git',
    ['ls-files', 'mf-*/src/**', 'shell/src', 'packages/ui/src', 'packages/web-kit/src'],
    { cwd: ROOT, encoding: 'utf8' },
  )
    .split('\n')
    .filter((path) => /\.(tsx?|m?js)$/.test(path) && !NOT_SHIPPED.test(path));
  const readers = files.filter((path) =>
    /\bDate\.now\(|\bnew Date\(\s*\)/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  expect(readers.filter((path) => !(path in ALLOWED))).toEqual([]);
  expect(Object.keys(ALLOWED).filter((path) => !readers.includes(path))).toEqual([]);
});
