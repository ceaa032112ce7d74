import type { Settings } from '@piecework/config';
import { SERVICES, type ServiceName } from '@piecework/contracts';

/** Milliseconds. */
const ANSWERS_WITHIN = 1000;

/** Another program may listen on that port: only the reply of a service counts. */
const answers = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWERS_WITHIN) });
    return ((await response.json()) as { ok?: unknown } | null)?.ok === true;
  } catch {
    return false;
  }
};

/**
 * A service that runs at its address of the settings, or null. Services that are started individually hold no lock of the data folder, so only a
 * request detects them.
 */
export const findRunningService = async ({
  serviceUrls,
}: Settings): Promise<{ name: ServiceName; url: string } | null> => {
  const answering = await Promise.all(SERVICES.map((name) => answers(serviceUrls[name])));
  const name = SERVICES.find((_, index) => answering[index]);
  return name ? { name, url: serviceUrls[name] } : null;
};
