import { STARTING_COINS } from '@piecework/contracts';
import { type Consumer, on, type Unit } from '@piecework/service-runtime';
import { FUNDING_EVENTS, retryWaitingFundings } from '../funding/funding.store';
import { transferOf } from '../ledger/ledger';
import { type Cause, causeOfEvent, post } from '../ledger/ledger.store';
import { cancelForLeaving, renamePending } from '../withdrawal/withdrawal.store';
import { applyRegistration, applyRoleChange, type RoleChange, settlementOf } from './account';
import { updateAccount, userAccountOf } from './account.store';

const EMITTED_EVENTS = [...FUNDING_EVENTS, 'wallet.role-settled', 'wallet.account-closed'] as const;
type AdvancingUnit = Unit<(typeof EMITTED_EVENTS)[number]>;

export const createAccountConsumers = (): Consumer[] => [
  on('user.registered', EMITTED_EVENTS, async (event, unit) => {
    const { userId, role } = event.data;
    const account = await userAccountOf(unit, userId);
    const cause = causeOfEvent(event);
    const update = applyRegistration(account, role, cause.at);
    if (!update) return;
    await updateAccount(unit, account, update);
    if (!event.data.grantWaits) await post(unit, transferOf.grant(userId, STARTING_COINS[role]), cause);
    await advance(unit, userId, cause);
  }),
  on('user.grant-released', EMITTED_EVENTS, async (event, unit) => {
    const { userId, coins } = event.data;
    const cause = causeOfEvent(event);
    await post(unit, transferOf.grant(userId, coins), cause);
    await advance(unit, userId, cause);
  }),
  on('user.role-changed', [...EMITTED_EVENTS, 'withdrawal.canceled'], (event, unit) => {
    const { userId, from, to, roleVersion } = event.data;
    return leaveRole(unit, userId, { from, to, roleVersion }, causeOfEvent(event));
  }),
  on('user.closed', [...EMITTED_EVENTS, 'withdrawal.canceled'], (event, unit) => {
    const { userId, role, roleVersion } = event.data;
    return leaveRole(unit, userId, { from: role, to: null, roleVersion }, causeOfEvent(event));
  }),
  on('user.profile-changed', [], async ({ data: { userId, userName, profileVersion } }, unit) => {
    const account = await userAccountOf(unit, userId);
    if ((account.profileVersion ?? 0) >= profileVersion) return;
    await updateAccount(unit, account, { name: userName, profileVersion });
    await renamePending(unit, userId, userName);
  }),
  on('user.suspension-changed', [], async ({ data: { userId, isSuspended, suspensionVersion } }, unit) => {
    const account = await userAccountOf(unit, userId);
    if ((account.suspensionVersion ?? 0) >= suspensionVersion) return;
    await updateAccount(unit, account, { isSuspended, suspensionVersion });
  }),
  on('user.email-confirmed', [], async ({ data: { userId } }, unit) => {
    await updateAccount(unit, await userAccountOf(unit, userId), { emailConfirmed: true });
  }),
  on('task.owner-cleared', EMITTED_EVENTS, async (event, unit) => {
    const { userId, roleVersion } = event.data;
    const account = await userAccountOf(unit, userId);
    if (roleVersion <= account.clearedRoleVersion) return;
    await updateAccount(unit, account, { clearedRoleVersion: roleVersion });
    await advance(unit, userId, causeOfEvent(event));
  }),
];

const leaveRole = async (
  unit: Unit<(typeof EMITTED_EVENTS)[number] | 'withdrawal.canceled'>,
  userId: string,
  change: RoleChange,
  cause: Cause,
) => {
  const account = await userAccountOf(unit, userId);
  const update = applyRoleChange(account, change);
  if (!update) return;
  await cancelForLeaving(unit, userId, change.roleVersion, cause.at);
  await updateAccount(unit, account, update);
  await advance(unit, userId, cause);
};

/** Settles a role change once possible, then retries the account's waiting requests. */
const advance = async (unit: AdvancingUnit, userId: string, cause: Cause) => {
  const account = await userAccountOf(unit, userId);
  const settlement = settlementOf(account, userId);
  if (settlement && account.change) {
    const { roleVersion, to } = account.change;
    await post(unit, settlement, cause);
    await updateAccount(unit, await userAccountOf(unit, userId), { settledRoleVersion: roleVersion, change: null });
    unit.emit(to === null ? 'wallet.account-closed' : 'wallet.role-settled', userId, { userId, roleVersion });
  }
  await retryWaitingFundings(unit, userId, cause);
};
