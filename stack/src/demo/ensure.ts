import type { Testimonial } from '@piecework/contracts';
import type { InternalClient } from '../internal-client';
import { createDemoApi, type DemoApi } from './api';
import { ADMIN, PEOPLE } from './people';
import { type Past, seedDemo } from './seed';
import { TASKS } from './tasks';
import { TESTIMONIALS } from './testimonials';

/**
 * Whether the demo data is missing or incomplete, derived from the store so that it holds for any engine: an empty store is filled, the admin is the
 * first user, and the last testimonial marks completion.
 */
const isWanted = async (api: DemoApi): Promise<boolean> => {
  if ((await api.internal.countUsers()) === 0) return true;
  if (!(await api.internal.isRegistered(ADMIN.email))) return false;
  const { body } = await api.call<Testimonial[]>('GET', '/testimonials');
  return !body.some(({ quote }) => quote === TESTIMONIALS.at(-1)?.quote);
};

/** Fills an empty store with the demo data, or completes an interrupted seed. */
export const ensureDemoData = async (options: {
  /** Address. */
  gateway: string;
  internal: InternalClient;
  print: (line: string) => void;
  past?: Past;
}): Promise<void> => {
  const { gateway, internal, print, past } = options;
  const api = createDemoApi(gateway, internal);
  if (!(await isWanted(api))) return;
  const began = Date.now();
  print('Loading the demo data (only once; --no-demo skips it):');
  try {
    await seedDemo(api, { print: (line) => print(`  ${line}`), now: began, past });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The demo data could not be loaded: ${reason}. The next start continues.`, { cause: error });
  }
  print(`  done: ${PEOPLE.length} people and ${TASKS.length} tasks in ${((Date.now() - began) / 1000).toFixed(1)} s`);
};
