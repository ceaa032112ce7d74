import { type Clock, OperatorError, systemClock } from '@piecework/base';
import type { Settings } from '@piecework/config';
import type { ServiceName } from '@piecework/contracts';
import { ASSERTION_HEADER } from '@piecework/http';
import { createAssertions } from '@piecework/identity';

/** Client of the internal calls, `POST /internal/{name}` of a running service. */
export const createInternalClient = (
  settings: Pick<Settings, 'serviceUrls' | 'serviceKeys'>,
  clock: Clock = systemClock,
) => {
  const assertions = createAssertions({ clock, keys: settings.serviceKeys });

  const send = async (service: ServiceName, name: string, args: Record<string, unknown>) => {
    const url = settings.serviceUrls[service];
    try {
      return await fetch(`${url}/internal/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [ASSERTION_HEADER]: assertions.signInternal(service, 'tools') },
        body: JSON.stringify(args),
      });
    } catch (error) {
      throw new OperatorError(
        `The ${service} service does not answer at ${url}. Check that it is running, then run this command again.`,
        { cause: error },
      );
    }
  };

  return async (service: ServiceName, name: string, args: Record<string, unknown> = {}): Promise<unknown> => {
    const response = await send(service, name, args);
    if (response.status === 401) {
      throw new OperatorError(
        `The ${service} service at ${settings.serviceUrls[service]} refused the assertion of this command. Run it with the JWT_SECRET of that service, or with PORT=N if that service belongs to another installation.`,
      );
    }
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
