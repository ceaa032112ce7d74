import type { Ids } from '@piecework/base';
import type { PlainRequest } from './reply';

export const ASSERTION_HEADER = 'x-piecework-assertion';
/** Client network of calls of the user service (IPv4 address, IPv6 /64). Set only by the gateway. */
export const NETWORK_HEADER = 'x-piecework-network';
/** Id of the form that the submission service has kept for a call with `keepsForm`. Set only by the gateway. */
export const FORM_HEADER = 'x-piecework-form';
/** The person in the path of a call with `namesPerson`, as {@link encodePerson} writes it. Set only by the gateway. */
export const PERSON_HEADER = 'x-piecework-person';
/** JSON of the batch that a call of `createTask` publishes. Set only by the gateway. */
export const BATCH_HEADER = 'x-piecework-batch';

export const CORRELATION_HEADER = 'x-correlation-id';

export interface NamedPerson {
  userId: string;
  email: string;
  name: string;
}

/** A header is ASCII, a name is not. */
export const encodePerson = ({ userId, email, name }: NamedPerson): string =>
  encodeURIComponent(JSON.stringify({ userId, email, name }));

/** null for one that the gateway does not know. */
export const personIn = (headers: PlainRequest['headers']): NamedPerson | null => {
  const person = headers[PERSON_HEADER];
  return person === undefined ? null : JSON.parse(decodeURIComponent(person));
};

/** Accepts only a short id that is safe in a log. */
export const correlationIdOf = (headers: PlainRequest['headers'], ids: Ids): string => {
  const given = headers[CORRELATION_HEADER];
  return given && /^[\w-]{8,64}$/.test(given) ? given : ids.next();
};
