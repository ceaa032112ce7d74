import { OPERATIONS, type OperationSpec, type Problem, problemSchema } from '@piecework/contracts';
import type { Answer } from '../support/client';
import type { HostileRequest } from './hostile-requests';

export interface Caller {
  token: string | undefined;
  /** Whether the token is a valid access token of a registered user. */
  isMember: boolean;
  email?: string;
}

/** Internal details, such as stack traces and library errors, which no answer may contain. */
const INTERNAL_DETAILS =
  /\n\s+at |node_modules|node:internal|\/work\/|\/tmp\/|\.tsx?\b|\.sqlite|sqlite|libsql|SyntaxError|TypeError|RangeError|ZodError|ECONN|127\.0\.0\.1|is not a function|Cannot read prop|Unexpected token/i;

/** A call that waits for an event may answer 503 on a busy machine; other 5xx answers are faults while all services run. */
const isStillUnderway = ({ status, headers, body }: Answer) =>
  status === 503 && (body as Problem).code === 'still-underway' && Number(headers['retry-after']) >= 1;

const faultsOfProblem = (answer: Answer): string[] => {
  const { status, headers, body, text } = answer;
  const parsed = problemSchema.strict().safeParse(body);
  if (headers['content-type'] !== 'application/problem+json' || !parsed.success)
    return [`${status} is no problem: ${text.slice(0, 200)}`];
  const { code, message, errors = [], status: bodyStatus } = parsed.data;
  return [
    ...(bodyStatus === status ? [] : [`the problem has status ${bodyStatus}`]),
    ...(message.trim() === '' ? ['no message'] : []),
    ...(code === 'validation' && errors.length === 0 ? ['a validation that names no field'] : []),
    ...(errors.some((error) => error.field === '' || error.message === '') ? ['an empty entry'] : []),
    ...(status >= 500 && !isStillUnderway(answer) ? [`${status} ${code}: ${message}`] : []),
    ...((status === 429 || status === 503) && !(Number(headers['retry-after']) >= 1) ? ['no Retry-After'] : []),
    ...(INTERNAL_DETAILS.test(text) ? [`internal details: ${text.slice(0, 300)}`] : []),
  ];
};

/** Emails are visible to their user, to admins, and between buyer and worker of a submission; never in errors, user lists or to anonymous callers. */
const faultsOfPrivacy = (
  { operation }: HostileRequest,
  caller: Caller,
  answer: Answer,
  emails: readonly string[],
): string[] => {
  const isPublicPlace =
    answer.status >= 400 || !caller.isMember || operation === 'listUsers' || operation === 'getUser';
  if (!isPublicPlace) return [];
  return emails
    .filter((email) => email !== caller.email && answer.text.includes(email))
    .map((email) => `reveals the email ${email}`);
};

/** Faults of an answer to any request. */
export const faultsOf = (
  request: HostileRequest,
  caller: Caller,
  answer: Answer,
  known: { emails: readonly string[]; isAdmin: boolean; isOwnData: boolean },
): string[] => {
  const { auth }: OperationSpec = OPERATIONS[request.operation];
  const takesAccess = auth === 'access' || auth === 'access-or-new' || auth === 'any';
  return [
    ...(answer.status >= 400 ? faultsOfProblem(answer) : []),
    ...(answer.status === 401 && caller.isMember && takesAccess ? ['401 to a good token'] : []),
    ...(answer.status === 401 && (auth === 'none' || auth === 'optional') ? ['401 on a public call'] : []),
    ...(answer.status < 400 && auth === 'access' && !caller.isMember ? ['accepted an invalid token'] : []),
    ...(known.isAdmin || known.isOwnData ? [] : faultsOfPrivacy(request, caller, answer, known.emails)),
    ...(answer.headers['x-injected'] ? ['a header was injected'] : []),
  ];
};
