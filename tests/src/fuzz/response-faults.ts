import { OPERATIONS, type OperationSpec, type Problem, problemSchema } from '@piecework/contracts';
import type { Answer } from '../support/client';
import type { Shot } from './hostile-requests';

export interface Caller {
  token: string | undefined;
  /** Whether the token is good where access tokens are taken; of others nothing is known. */
  isMember: boolean;
  email?: string;
}

/** What our own code and its libraries say when they break; no answer may hold any of it. */
const INNARDS =
  /\n\s+at |node_modules|node:internal|\/work\/|\/tmp\/|\.tsx?\b|\.sqlite|sqlite|libsql|SyntaxError|TypeError|RangeError|ZodError|ECONN|127\.0\.0\.1|is not a function|Cannot read prop|Unexpected token/i;

/** A call that waits for an event may be told to come back while the machine is busy; nothing else of 5xx is right while all services run. */
const isAnnounced = ({ status, headers, body }: Answer) =>
  status === 503 && (body as Problem).code === 'still-underway' && Number(headers['retry-after']) >= 1;

const faultsOfProblem = (answer: Answer): string[] => {
  const { status, headers, body, text } = answer;
  const parsed = problemSchema.strict().safeParse(body);
  if (headers['content-type'] !== 'application/problem+json' || !parsed.success)
    return [`${status} is no problem: ${text.slice(0, 200)}`];
  const { code, message, errors = [], status: told } = parsed.data;
  return [
    ...(told === status ? [] : [`the problem says ${told}`]),
    ...(message.trim() === '' ? ['no message'] : []),
    ...(code === 'validation' && errors.length === 0 ? ['a validation that names no field'] : []),
    ...(errors.some((error) => error.field === '' || error.message === '') ? ['an empty entry'] : []),
    ...(status >= 500 && !isAnnounced(answer) ? [`${status} ${code}: ${message}`] : []),
    ...((status === 429 || status === 503) && !(Number(headers['retry-after']) >= 1)
      ? ['no Retry-After']
      : []),
    ...(INNARDS.test(text) ? [`innards: ${text.slice(0, 300)}`] : []),
  ];
};

/** Emails are for the person, for admins, and between the two sides of a task; errors, strangers and lists of people hold none. */
const faultsOfPrivacy = (
  { operation }: Shot,
  caller: Caller,
  answer: Answer,
  emails: readonly string[],
): string[] => {
  const isPublicPlace =
    answer.status >= 400 || !caller.isMember || operation === 'listUsers' || operation === 'getUser';
  if (!isPublicPlace) return [];
  return emails
    .filter((email) => email !== caller.email && answer.text.includes(email))
    .map((email) => `tells the email ${email}`);
};

/** What is wrong with an answer, whatever was asked. */
export const faultsOf = (
  shot: Shot,
  caller: Caller,
  answer: Answer,
  known: { emails: readonly string[]; isAdmin: boolean; tellsOwn: boolean },
): string[] => {
  const { auth }: OperationSpec = OPERATIONS[shot.operation];
  const takesAccess = auth === 'access' || auth === 'access-or-new' || auth === 'any';
  return [
    ...(answer.status >= 400 ? faultsOfProblem(answer) : []),
    ...(answer.status === 401 && caller.isMember && takesAccess ? ['401 to a good token'] : []),
    ...(answer.status === 401 && (auth === 'none' || auth === 'optional') ? ['401 on a public call'] : []),
    ...(answer.status < 400 && auth === 'access' && !caller.isMember
      ? ['let somebody in without a good token']
      : []),
    ...(known.isAdmin || known.tellsOwn ? [] : faultsOfPrivacy(shot, caller, answer, known.emails)),
    ...(answer.headers['x-injected'] ? ['a header was injected'] : []),
  ];
};
