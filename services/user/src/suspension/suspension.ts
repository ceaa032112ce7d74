import { DAY_MS, isoTime } from '@piecework/base';
import {
  type EmittedData,
  MAX_SUSPENSION_DAYS,
  type Role,
  type SuspensionAppealState,
  type SuspensionReason,
  type SuspensionState,
  type Suspension as SuspensionView,
  type User,
} from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/http';

/** Times are in milliseconds since 1970. */
export interface SuspensionAppeal {
  text: string;
  filedAt: number;
  state: SuspensionAppealState;
  /** Of the admin who decided it. */
  note?: string;
  decidedAt?: number;
}

/** Kept after its end. Times are in milliseconds since 1970. */
export interface Suspension {
  userId: string;
  reasonCode: SuspensionReason;
  /** Read by the person. */
  text: string;
  at: number;
  /** The admin. */
  by: string;
  /** Absent: until an admin lifts it. */
  until?: number;
  state: SuspensionState;
  endedAt?: number;
  appeal?: SuspensionAppeal;
}

/** The active one in the record of its user. */
export type ActiveSuspension = Pick<Suspension, 'reasonCode' | 'at' | 'until'> & { suspensionId: string };

/** Of a user record. */
interface Subject {
  _id: string;
  role: Role;
  closed: boolean;
  suspension?: ActiveSuspension;
  suspensionVersion?: number;
}

/** Why it ends, and the state that it then has. */
export const ENDS = {
  admin: 'lifted',
  appeal: 'lifted',
  expired: 'expired',
  closed: 'closed',
} as const satisfies Record<string, SuspensionState>;
export type SuspensionEnd = keyof typeof ENDS;

interface Wanted {
  reasonCode: SuspensionReason;
  text: string;
  until?: number | undefined;
}

/** P-1.27. @param admin who may act as an admin */
export const suspend = (
  target: Subject | null,
  admin: Pick<Subject, '_id'>,
  { reasonCode, text, until }: Wanted,
  now: number,
): Suspension | Failure<'not-found' | 'own-account' | 'already-suspended' | 'validation'> => {
  if (!target || target.closed) return fail('not-found');
  // The acting admin stays one, so at least one admin remains.
  if (target._id === admin._id) return fail('own-account', { message: OWN_ACCOUNT });
  if (target.suspension) return fail('already-suspended');
  if (until !== undefined && until <= now) return failField('until', 'End must be in the future');
  if (until !== undefined && until > now + MAX_SUSPENSION_DAYS * DAY_MS)
    return failField('until', `End must be within ${MAX_SUSPENSION_DAYS} days`);
  return {
    userId: target._id,
    reasonCode,
    text,
    at: now,
    by: admin._id,
    ...(until !== undefined && { until }),
    state: 'active',
  };
};
const OWN_ACCOUNT = 'You can’t suspend your own account. Please ask another admin to do it.';

/** P-1.28. @param suspension the active one */
export const fileAppeal = (
  { appeal }: Suspension,
  text: string,
  now: number,
): SuspensionAppeal | Failure<'appealed-before'> =>
  appeal ? fail('appealed-before') : { text, filedAt: now, state: 'open' };

/** P-1.28. @param admin who may act as an admin */
export const decideAppeal = (
  suspension: Suspension | null,
  admin: Pick<Subject, '_id'>,
  outcome: 'lifted' | 'kept',
): 'decide' | 'repeat' | Failure<'not-found' | 'own-suspension' | 'own-account' | 'already-decided'> => {
  if (!suspension?.appeal) return fail('not-found');
  if (suspension.userId === admin._id) return fail('own-account', { message: OWN_APPEAL });
  if (suspension.by === admin._id) return fail('own-suspension');
  if (suspension.appeal.state === outcome) return 'repeat';
  return suspension.appeal.state === 'open' ? 'decide' : fail('already-decided');
};
const OWN_APPEAL = 'This is your own appeal. Please ask another admin to decide it.';

export const suspensionChanged = (
  { _id: userId, role, suspensionVersion = 0 }: Subject,
  { isSuspended, why }: { isSuspended: boolean; why: SuspensionReason | SuspensionEnd },
): EmittedData<'user.suspension-changed'> => ({
  userId,
  role,
  isSuspended,
  suspensionVersion: suspensionVersion + 1,
  why,
});

type Shown = NonNullable<User['suspension']>;

const appealView = ({ filedAt, decidedAt, ...appeal }: SuspensionAppeal): NonNullable<Shown['appeal']> => ({
  ...appeal,
  filedAt: isoTime(filedAt),
  ...(decidedAt !== undefined && { decidedAt: isoTime(decidedAt) }),
});

/** For admins; the person reads the rest too. */
export const suspendedView = ({ reasonCode, at, until }: Pick<Suspension, 'reasonCode' | 'at' | 'until'>): Shown => ({
  reasonCode,
  at: isoTime(at),
  ...(until !== undefined && { until: isoTime(until) }),
});

export const ownView = (suspension: Suspension): Shown => ({
  ...suspendedView(suspension),
  text: suspension.text,
  ...(suspension.appeal && { appeal: appealView(suspension.appeal) }),
});

export const adminView = (
  suspension: Suspension & { _id: string },
  { name, email, role }: { name: string; email: string; role: Role },
): SuspensionView => ({
  _id: suspension._id,
  userId: suspension.userId,
  userName: name,
  userEmail: email,
  userRole: role,
  ...suspendedView(suspension),
  text: suspension.text,
  suspendedBy: suspension.by,
  state: suspension.state,
  ...(suspension.endedAt !== undefined && { endedAt: isoTime(suspension.endedAt) }),
  ...(suspension.appeal && { appeal: appealView(suspension.appeal) }),
});
