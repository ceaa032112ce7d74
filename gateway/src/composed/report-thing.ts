import { DAY_MS } from '@piecework/base';
import {
  MAX_REPORTS_PER_DAY,
  OPERATIONS,
  type ReportAbout,
  type ReportSubjectType,
  type ServiceName,
} from '@piecework/contracts';
import { created, fail } from '@piecework/http';
import { z } from 'zod';
import type { Account } from '../access/account';
import type { Ask } from './people';

/** Who reports it, which service knows whether that person sees it, and what its reports are then about. */
const REPORTABLE: Readonly<
  Record<ReportAbout, { by: Account['role']; service: ServiceName; type: ReportSubjectType }>
> = {
  task: { by: 'worker', service: 'task', type: 'task' },
  buyer: { by: 'worker', service: 'task', type: 'person' },
  submission: { by: 'buyer', service: 'submission', type: 'submission' },
  worker: { by: 'buyer', service: 'submission', type: 'person' },
};

const reportableSchema = z.object({ ownerId: z.string(), taskId: z.string(), title: z.string() }).nullable();
const filedSchema = z.union([
  z.object({ reportId: z.string() }),
  z.object({ refused: z.enum(['unauthenticated', 'not-found', 'account-suspended', 'too-many-requests']) }),
]);

/** The user service keeps the reports; texts are in no event, so the gateway brings them there. */
export const reportThing = async (body: unknown, reporter: Account, ask: Ask) => {
  const { about, id, reasonCode, text } = OPERATIONS.reportThing.body.parse(body);
  const { by, service, type } = REPORTABLE[about];
  if (reporter.role !== by) return fail('not-found');
  const { userId: reporterId } = reporter;
  const seen = await ask(service, 'reportable', { id, readerId: reporterId }, reportableSchema);
  if (!seen) return fail('not-found');
  const subject = { type, id: type === 'person' ? seen.ownerId : id };
  const args = { reporterId, subject, ...seen, reasonCode, ...(text !== undefined && { text }) };
  const filed = await ask('user', 'fileReport', args, filedSchema);
  if (!('refused' in filed)) return created(filed.reportId);
  if (filed.refused !== 'too-many-requests') return fail(filed.refused);
  return fail('too-many-requests', { message: TOO_MANY, retryAfter: DAY_MS / 1000 });
};
const TOO_MANY = `You can report ${MAX_REPORTS_PER_DAY} things a day. Please try again tomorrow.`;
