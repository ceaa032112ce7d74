import { printError } from '@piecework/base';
import { UsageError } from '../options';

/** Programs of the image `tools`: the operators' commands, and the jobs that `docker compose up` runs once. */
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  admin: () => import('../commands/admin'),
  audit: () => import('../commands/audit'),
  backup: () => import('../commands/backup'),
  factors: () => import('../commands/factors'),
  parked: () => import('../commands/parked'),
  password: () => import('../commands/password'),
  replay: () => import('../commands/replay'),
  reset: () => import('../commands/reset'),
  restore: () => import('../commands/restore'),
  'replica-set': () => import('../jobs/replica-set'),
  topics: () => import('../jobs/topics'),
  indexes: () => import('../jobs/indexes'),
  demo: () => import('../jobs/demo'),
};

const [name = ''] = process.argv.splice(2, 1);
const load = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
if (load) await load();
else {
  printError(new UsageError(`Usage: one of ${Object.keys(PROGRAMS).join(', ')}.`));
  process.exitCode = 1;
}
