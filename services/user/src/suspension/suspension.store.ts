import type { Unit } from '@piecework/service-runtime';
import { collection, type Document, type Transaction } from '@piecework/store';
import type { UserRecord } from '../user/user';
import { users } from '../user/user.store';
import { ENDS, type Suspension, type SuspensionEnd, suspensionChanged } from './suspension';

export interface SuspensionDocument extends Document, Suspension {}

/** Also of suspensions that have ended; an account has one active one at most. */
export const suspensions = collection<SuspensionDocument>('suspensions', [
  { key: { userId: 1 }, unique: true, partialFilterExpression: { state: 'active' } },
  { key: { userId: 1, at: -1 } },
  { key: { at: -1 } },
  { key: { 'appeal.state': 1, 'appeal.filedAt': 1 } },
  { key: { state: 1, until: 1 } },
]);

type ChangeUnit = Unit<'user.suspension-changed'>;

export const beginSuspension = async (
  unit: ChangeUnit,
  target: UserRecord,
  suspension: SuspensionDocument,
): Promise<void> => {
  const { _id: suspensionId, reasonCode, at, until } = suspension;
  await unit.collection(suspensions).insertOne(suspension);
  await unit
    .collection(users)
    .updateOne(
      { _id: target._id },
      {
        $set: { suspension: { suspensionId, reasonCode, at, ...(until !== undefined && { until }) } },
        $inc: { suspensionVersion: 1 },
      },
    );
  unit.emit('user.suspension-changed', target._id, suspensionChanged(target, { isSuspended: true, why: reasonCode }));
};

/** An appeal that is still open ends with it. @param target who is suspended @param note of the admin who decided the appeal */
export const endSuspension = async (
  unit: ChangeUnit,
  target: UserRecord & Required<Pick<UserRecord, 'suspension'>>,
  { why, now, note }: { why: SuspensionEnd; now: number; note?: string },
): Promise<void> => {
  const { suspensionId: _id } = target.suspension;
  const rows = unit.collection(suspensions);
  const suspension = await rows.findOne({ _id });
  if (!suspension) throw new Error(`The suspension ${_id} of ${target._id} is missing`);
  const { appeal } = suspension;
  const decided = { state: why === 'appeal' ? ('lifted' as const) : ('ended' as const), decidedAt: now };
  const $set = {
    state: ENDS[why],
    endedAt: now,
    ...(appeal?.state === 'open' && { appeal: { ...appeal, ...decided, ...(note !== undefined && { note }) } }),
  };
  await rows.updateOne({ _id }, { $set });
  await unit
    .collection(users)
    .updateOne({ _id: target._id }, { $unset: { suspension: true }, $inc: { suspensionVersion: 1 } });
  unit.emit('user.suspension-changed', target._id, suspensionChanged(target, { isSuspended: false, why }));
};

export const isSuspended = (user: UserRecord | null): user is UserRecord & Required<Pick<UserRecord, 'suspension'>> =>
  user?.suspension !== undefined;

export const activeSuspension = async (tx: Transaction, user: UserRecord | null): Promise<SuspensionDocument | null> =>
  user?.suspension ? tx.collection(suspensions).findOne({ _id: user.suspension.suspensionId }) : null;
