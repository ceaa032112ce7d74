import type { ServiceName } from '@piecework/contracts';
import { ASSERTION_HEADER, createTokens, type Settings, systemClock } from '@piecework/service-kit';

/** Calls what only our own tools may call: `POST /internal/{name}` of a running service. */
export const createInternalClient = (settings: Settings) => {
  const tokens = createTokens({ clock: systemClock, secret: settings.jwtSecret });

  return async (service: ServiceName, name: string, args: Record<string, unknown> = {}): Promise<unknown> => {
    const response = await fetch(`${settings.serviceUrls[service]}/internal/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [ASSERTION_HEADER]: tokens.signAssertion({ actor: null, identity: null }),
      },
      body: JSON.stringify(args),
    });
    const answer: unknown = await response.json();
    if (!response.ok) {
      throw new Error(
        `${service} answered ${response.status} to '${name}': ${(answer as { message?: string }).message}`,
      );
    }
    return answer;
  };
};
export type InternalClient = ReturnType<typeof createInternalClient>;
