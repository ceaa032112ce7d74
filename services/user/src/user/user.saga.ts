import type { AdminAction, EventType, Role } from '@piecework/contracts';
import { type Failure, fail, isFailure } from '@piecework/http';
import { noteAdminAct, type ServiceDeps, type Unit } from '@piecework/service-runtime';
import { NOT_CLOSING } from '../closing/closing';
import { removeFactors } from '../factor/factor.store';
import { releaseGrant, replaceGrant } from '../grant/grant.store';
import { endNotes } from '../note/note.store';
import { endSuspension, isSuspended } from '../suspension/suspension.store';
import {
  type Authority,
  accountClosed,
  type Begun,
  type ChangeDecision,
  decideClosing,
  decideRoleChange,
  type Refusal,
  roleChanged,
  type UserRecord,
} from './user';
import { users } from './user.store';

/** Milliseconds to wait for an earlier change of the same user, and for the end of this one. */
const EARLIER_CHANGE_WAIT_MS = 2000;
const CHANGE_WAIT_MS = 5000;

export const changeSignal = (userId: string): string => `user-change:${userId}`;

export interface Change<E extends EventType> {
  decide(authority: Authority, target: UserRecord | null): ChangeDecision;
  announce(unit: Unit<E>, begun: Begun): void | Promise<void>;
  act(begun: Begun): { action: AdminAction; detail: string };
}

export const ROLE_EVENTS = ['user.role-changed', 'user.grant-released'] as const;
export const CLOSING_EVENTS = ['user.closed', 'user.grant-released', 'user.suspension-changed'] as const;

export const changeOfRole = (to: Role): Change<(typeof ROLE_EVENTS)[number]> => ({
  decide: (authority, target) => decideRoleChange(authority, target, to),
  announce: async (unit, begun) => {
    await replaceGrant(unit, begun.after);
    unit.emit('user.role-changed', begun.after._id, roleChanged(begun));
  },
  act: ({ before }) => ({ action: 'role-changed', detail: `from ${before.role} to ${to}` }),
});

export const closing: Change<(typeof CLOSING_EVENTS)[number]> = {
  decide: decideClosing,
  // The mailbox is not claimed: the account has had no coins.
  announce: async (unit, begun) => {
    if (begun.after.waitingGrant) await releaseGrant(unit, begun.after);
    await removeFactors(unit, begun.after._id);
    const now = Date.parse(unit.stamp().at);
    await endNotes(unit, begun.after._id, now);
    unit.emit('user.closed', begun.after._id, accountClosed(begun));
    // Behind it: a closed account is notified of nothing.
    if (isSuspended(begun.after)) await endSuspension(unit, begun.after, { why: 'closed', now });
  },
  act: ({ before }) => ({ action: 'account-closed', detail: `role ${before.role}` }),
};

const attempt = async <E extends EventType>(
  unit: Unit<E>,
  change: Change<E>,
  actorId: string | null,
  targetId: string,
): Promise<ChangeDecision> => {
  const userRows = unit.collection(users);
  const target = await userRows.findOne({ _id: targetId });
  const authority = actorId === null ? 'operator' : await userRows.findOne({ _id: actorId });
  const decision = change.decide(authority, target);
  if (typeof decision === 'string' || isFailure(decision)) return decision;
  const { role, closed, roleVersion, changing } = decision.after;
  if (actorId !== null) await userRows.updateOne({ _id: actorId }, { $inc: { conflictCounter: 1 } });
  await userRows.updateOne(
    { _id: targetId },
    {
      $set: { role, closed, roleVersion, changing },
      $inc: { adminChanges: 1 },
      // An admin does not close the own account.
      ...((closed || role === 'admin') && { $unset: NOT_CLOSING }),
    },
  );
  const subject = { type: 'user' as const, id: targetId, title: decision.after.email };
  await noteAdminAct(unit, { ...change.act(decision), subject });
  await change.announce(unit, decision);
  return decision;
};

/** The only way to change a role or close an account, but for a closing by its person (`closing.consumers.ts`): one transaction, which the wallet’s event ends. Serialized per user. */
export const createSaga = ({ store, signals }: Pick<ServiceDeps, 'store' | 'signals'>) => {
  const isEnded = async ({ after }: Begun): Promise<true | undefined> => {
    const user = await store.collection(users).findOne({ _id: after._id });
    return user?.changing === after.changing ? undefined : true;
  };

  return async <E extends EventType>(
    transact: (fn: (unit: Unit<E>) => Promise<ChangeDecision>) => Promise<ChangeDecision>,
    change: Change<E>,
    who: { actorId: string | null; targetId: string },
  ): Promise<0 | 1 | Refusal | Failure<'role-change-underway'>> => {
    const key = changeSignal(who.targetId);
    const decision = await signals.until(key, EARLIER_CHANGE_WAIT_MS, async () => {
      const attempted = await transact((unit) => attempt(unit, change, who.actorId, who.targetId));
      return attempted === 'underway' ? undefined : attempted;
    });
    if (decision === undefined) return fail('role-change-underway');
    if (decision === 'absorbed') return 0;
    if (isFailure(decision)) return decision;
    // Bounded: the change is durable already.
    await signals.until(key, CHANGE_WAIT_MS, () => isEnded(decision));
    return 1;
  };
};
export type Saga = ReturnType<typeof createSaga>;
