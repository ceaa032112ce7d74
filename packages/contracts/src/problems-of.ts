import { ROLES } from './constants';
import type { OperationSpec } from './operations';
import { COMMON_PROBLEMS, type ProblemTable } from './problem';
import { type ProblemCode, type ProblemSource, SERVICE_PROBLEMS } from './service-problems';
import { isOpenWhileSuspended } from './suspended-access';

/** Closed to an admin without a second factor, where the installation requires one. */
const isForAdmins = ({ auth, roles = ROLES, beforeFactor }: OperationSpec): boolean =>
  (auth === 'access' || auth === 'access-or-new' || auth === 'any') && roles.includes('admin') && !beforeFactor;

/** Codes that the fields of an operation imply, independent of the handler. */
const implied = (spec: OperationSpec): readonly ProblemCode[] => {
  const { auth, roles, keys, freshFactor, service, params, query, body, rawBody, idempotent } = spec;
  const isForMembers = auth !== 'none' && auth !== 'optional';
  return [
    ...(params || query || body || rawBody || idempotent ? (['validation'] as const) : []),
    ...(body ? (['not-json'] as const) : []),
    ...(isForMembers ? (['unauthenticated', 'token-expired'] as const) : []),
    // An API key is refused with a reason also where another invalid token is ignored.
    ...(auth === 'none' ? [] : (['unauthenticated', keys ? 'forbidden' : 'key-not-allowed'] as const)),
    ...(auth === 'identity' || auth === 'any' ? (['account-closed'] as const) : []),
    ...(auth === 'access' ? (['not-registered'] as const) : []),
    ...(roles ? (['forbidden'] as const) : []),
    ...(freshFactor || isForAdmins(spec) ? (['factor-required'] as const) : []),
    ...(isForAdmins(spec) ? (['factor-missing'] as const) : []),
    ...(isForMembers && auth !== 'identity' && !isOpenWhileSuspended(spec) ? (['account-suspended'] as const) : []),
    ...(idempotent ? (['idempotency-mismatch'] as const) : []),
    ...(body || rawBody ? (['too-large', 'unsupported-media-type'] as const) : []),
    'too-many-requests',
    ...(service === 'gateway' && !isForMembers ? [] : (['unavailable'] as const)),
    'internal',
  ];
};

/** Every code that a call of the operation may return. Refusals before routing (malformed HTTP …) are not included. */
export const problemsOf = (spec: OperationSpec): ProblemCode[] => [
  ...new Set([...implied(spec), ...(spec.problems ?? [])]),
];

/** Status and message of a code, as the service (or the gateway) returns it. */
export const problemStatus = (code: ProblemCode, service: ProblemSource): ProblemTable[string] => {
  const entry = [SERVICE_PROBLEMS[service], COMMON_PROBLEMS, SERVICE_PROBLEMS.gateway]
    .map((table: ProblemTable) => table[code])
    .find((row) => row !== undefined);
  if (!entry) throw new Error(`${service} has no status for the problem '${code}'`);
  return entry;
};
