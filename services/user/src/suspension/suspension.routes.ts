import { isoTime } from '@piecework/base';
import { created, fail, isFailure, ok } from '@piecework/http';
import {
  actorOf,
  answer,
  answerInTransaction,
  listRows,
  noteAdminAct,
  type ServiceDeps,
  type Unit,
} from '@piecework/service-runtime';
import type { FindOptions, Transaction } from '@piecework/store';
import { refuseAuthority, type UserRecord } from '../user/user';
import { users } from '../user/user.store';
import { adminView, decideAppeal, fileAppeal, suspend } from './suspension';
import {
  activeSuspension,
  beginSuspension,
  endSuspension,
  isSuspended,
  type SuspensionDocument,
  suspensions,
} from './suspension.store';

export const createSuspensionOperations = (deps: ServiceDeps) => ({
  ...suspendUser(deps),
  ...liftSuspension(deps),
  ...listSuspensions(deps),
  ...appealSuspension(deps),
  ...decideSuspension(deps),
});

/** The acting admin. Its write conflicts with a change of role or a suspension of that admin: two admins cannot suspend each other. */
export const actingAdmin = async (tx: Transaction, adminId: string) => {
  const admin = await tx.collection(users).findOneAndUpdate({ _id: adminId }, { $inc: { conflictCounter: 1 } });
  return refuseAuthority(admin) ?? (admin as UserRecord);
};

const subjectOf = ({ _id: id, email: title }: UserRecord) => ({ type: 'user', id, title }) as const;

/** With its row in the trail. */
export const beginSuspensionByAdmin = async (
  unit: Unit<'user.suspension-changed'>,
  target: UserRecord | null,
  admin: UserRecord,
  { _id, now, ...wanted }: Parameters<typeof suspend>[2] & { _id: string; now: number },
): Promise<ReturnType<typeof suspend>> => {
  const suspension = suspend(target, admin, wanted, now);
  if (isFailure(suspension) || !target) return suspension;
  await beginSuspension(unit, target, { _id, ...suspension });
  const { reasonCode, until } = suspension;
  const detail = until === undefined ? reasonCode : `${reasonCode}, until ${isoTime(until)}`;
  await noteAdminAct(unit, { action: 'account-suspended', subject: subjectOf(target), detail });
  return suspension;
};

const suspendUser = ({ ids, clock }: ServiceDeps) =>
  answer('suspendUser', ['user.suspension-changed'], async ({ params, body }, call) => {
    const suspensionId = ids.next();
    const result = await call.transact(async (unit) => {
      const admin = await actingAdmin(unit, actorOf(call).userId);
      if (isFailure(admin)) return admin;
      const target = await unit.collection(users).findOne({ _id: params.id });
      return beginSuspensionByAdmin(unit, target, admin, { _id: suspensionId, now: clock.now(), ...body });
    });
    return isFailure(result) ? result : created(suspensionId);
  });

const liftSuspension = ({ clock }: ServiceDeps) =>
  answerInTransaction('liftSuspension', ['user.suspension-changed'], async (unit, { params: { id } }, call) => {
    const admin = await actingAdmin(unit, actorOf(call).userId);
    if (isFailure(admin)) return admin;
    const target = await unit.collection(users).findOne({ _id: id });
    if (!target || target.closed) return fail('not-found');
    if (!isSuspended(target)) return ok({ deletedCount: 0 });
    await endSuspension(unit, target, { why: 'admin', now: clock.now() });
    const { reasonCode: detail } = target.suspension;
    await noteAdminAct(unit, { action: 'suspension-lifted', subject: subjectOf(target), detail });
    return ok({ deletedCount: 1 });
  });

const listSuspensions = ({ store, settings }: ServiceDeps) =>
  answer('listSuspensions', [], ({ query: { appeal, user: userId, sort = 'newest', limit, offset } }) => {
    const filter = { ...(appeal && { 'appeal.state': appeal }), ...(userId !== undefined && { userId }) };
    const direction = sort === 'newest' ? -1 : 1;
    const order: FindOptions<SuspensionDocument>['sort'] = appeal ? { 'appeal.filedAt': direction } : { at: direction };
    const range = { sort: order, settings, offset, limit, q: undefined, total: undefined };
    return listRows(store.collection(suspensions), filter, range, async (found: SuspensionDocument[]) => {
      const userIds = [...new Set(found.map((one) => one.userId))];
      const people = await store.collection(users).find({ _id: { $in: userIds } });
      const personOf = new Map(people.map((person) => [person._id, person]));
      return found.flatMap((one) => {
        const person = personOf.get(one.userId);
        return person ? [adminView(one, person)] : [];
      });
    });
  });

const appealSuspension = ({ clock }: ServiceDeps) =>
  answerInTransaction('appealSuspension', ['user.suspension-appealed'], async (unit, { body: { text } }, call) => {
    const { userId } = actorOf(call);
    const user = await unit.collection(users).findOne({ _id: userId });
    if (!user || user.closed) return fail('unauthenticated');
    const suspension = await activeSuspension(unit, user);
    if (!suspension) return fail('not-suspended');
    const appeal = fileAppeal(suspension, text, clock.now());
    if (isFailure(appeal)) return appeal;
    const { _id: suspensionId } = suspension;
    await unit.collection(suspensions).updateOne({ _id: suspensionId }, { $set: { appeal } });
    unit.emit('user.suspension-appealed', userId, { userId, suspensionId });
    return created(suspensionId);
  });

const decideSuspension = ({ clock }: ServiceDeps) =>
  answerInTransaction(
    'decideSuspension',
    ['user.suspension-changed', 'user.suspension-kept'],
    async (unit, { params: { id: suspensionId }, body: { outcome, note } }, call) => {
      const admin = await actingAdmin(unit, actorOf(call).userId);
      if (isFailure(admin)) return admin;
      const suspension = await unit.collection(suspensions).findOne({ _id: suspensionId });
      const decision = decideAppeal(suspension, admin, outcome);
      if (isFailure(decision)) return decision;
      if (decision === 'repeat') return ok({ modifiedCount: 0 });
      const target = await unit.collection(users).findOne({ _id: suspension?.userId ?? '' });
      if (!suspension?.appeal || !isSuspended(target))
        throw new Error(`The appeal against the suspension ${suspensionId} is open, but its user is not suspended`);
      const now = clock.now();
      if (outcome === 'lifted') await endSuspension(unit, target, { why: 'appeal', now, note });
      else {
        const { _id: userId, role } = target;
        const appeal = { ...suspension.appeal, state: outcome, note, decidedAt: now } as const;
        await unit.collection(suspensions).updateOne({ _id: suspensionId }, { $set: { appeal } });
        unit.emit('user.suspension-kept', userId, { userId, role, suspensionId });
      }
      const action = outcome === 'lifted' ? 'suspension-lifted' : 'suspension-kept';
      const detail = `on appeal, ${suspension.reasonCode}`;
      await noteAdminAct(unit, { action, subject: subjectOf(target), detail });
      return ok({ modifiedCount: 1 });
    },
  );
