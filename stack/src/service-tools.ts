import type { ParkedEvent, ServiceName } from '@piecework/contracts';
import type { QuarantinedRecord, RetryOutcome } from '@piecework/service-runtime/rows';
import type { InternalClient } from './internal-client';

/** A message for the operator, and whether it worked. */
interface CommandResult {
  done: boolean;
  message: string;
}

/** Internal calls of the commands and the demo. */
export const createTools = (call: InternalClient) => ({
  makeAdmin: (email: string) => call('user', 'makeAdmin', { email }) as Promise<CommandResult>,
  setPassword: (email: string, password: string) =>
    call('user', 'setPassword', { email, password }) as Promise<CommandResult>,
  removeFactors: (email: string) => call('user', 'removeFactors', { email }) as Promise<CommandResult>,
  parked: (service: ServiceName) => call(service, 'parked') as Promise<ParkedEvent[]>,
  retryParked: (service: ServiceName, id: string) => call(service, 'retryParked', { id }) as Promise<RetryOutcome>,
  quarantined: (service: ServiceName) =>
    call(service, 'quarantined') as Promise<{ records: QuarantinedRecord[]; total: number }>,
  /** False without such a record. */
  discardRecord: (service: ServiceName, id: string) => call(service, 'discardRecord', { id }) as Promise<boolean>,
  /** How many. */
  discardRecords: (service: ServiceName) => call(service, 'discardRecords') as Promise<number>,
});
