import type { ParkedEvent, ServiceName } from '@piecework/contracts';
import type { RetryOutcome } from '@piecework/service-runtime/rows';
import type { InternalClient } from './internal-client';

/** What a person reads of it, and whether it worked. */
interface ToolAnswer {
  done: boolean;
  message: string;
}

/** What the commands and the demo ask of services that run, with the answers that these give. */
export const createTools = (call: InternalClient) => ({
  makeAdmin: (email: string) => call('user', 'makeAdmin', { email }) as Promise<ToolAnswer>,
  setPassword: (email: string, password: string) =>
    call('user', 'setPassword', { email, password }) as Promise<ToolAnswer>,
  parked: (service: ServiceName) => call(service, 'parked') as Promise<ParkedEvent[]>,
  retryParked: (service: ServiceName, id: string) =>
    call(service, 'retryParked', { id }) as Promise<RetryOutcome>,
});
