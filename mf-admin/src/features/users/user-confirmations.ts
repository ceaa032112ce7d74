import type { User } from '@piecework/contracts';
import { ROLE_COINS, type Role } from '@piecework/contracts/constants';
import { formatCoins } from '@piecework/ui';

export const ROLE_NAMES = { admin: 'Admin', buyer: 'Buyer', worker: 'Worker' } as const satisfies Record<Role, string>;

/** P-7.2, P-7.3. */
const ROLE_CHANGE_EFFECTS = {
  buyer: 'Their open tasks are deleted, and submissions waiting for their review are approved and paid. ',
  worker: 'Their pending withdrawals are canceled. Submissions they’ve made are still paid if approved. ',
  admin: '',
} as const satisfies Record<Role, string>;

const DELETION_EFFECTS = {
  buyer: 'Their open tasks are deleted, and submissions waiting for their review are approved and paid.',
  worker: 'Their pending withdrawals are canceled, and their pending submissions are rejected.',
  admin: 'They lose access right away.',
} as const satisfies Record<Role, string>;

const coinsOf = (count: number) => `${formatCoins(count)} ${count === 1 ? 'coin' : 'coins'}`;
const nameOf = ({ userName, userEmail }: Pick<User, 'userName' | 'userEmail'>) => `${userName} (${userEmail})`;

export const roleConfirmation = (user: User, role: Role) => ({
  title: 'Are you sure?',
  detail: `${nameOf(user)} changes from ${ROLE_NAMES[user.userRole]} to ${ROLE_NAMES[role]}.`,
  text: `${ROLE_CHANGE_EFFECTS[user.userRole]}Their balance of ${coinsOf(user.userAvailableCoin)} is reset to ${formatCoins(ROLE_COINS[role])}.`,
  confirmText: 'Yes, update it!',
});

export const deletionConfirmation = (user: User) => ({
  title: 'Are you sure?',
  detail: `${nameOf(user)} is deleted with ${coinsOf(user.userAvailableCoin)}. ${DELETION_EFFECTS[user.userRole]}`,
  text: "You won't be able to revert this!",
  confirmText: 'Yes, delete it!',
  danger: true,
});

export const liftingConfirmation = (user: Pick<User, 'userName' | 'userEmail'>) => ({
  title: 'Are you sure?',
  detail: `The suspension of ${nameOf(user)} ends now.`,
  text: 'Their tasks, withdrawals and payouts are then as they were before it.',
  confirmText: 'Yes, lift it!',
});

/** What a suspension does to a person of the role, beside ending their access to everything but reading. */
export const SUSPENSION_EFFECTS = {
  buyer: 'Their open tasks are paused. Held places, deadlines and pending submissions go on.',
  worker: 'The places they hold are released. Their withdrawals and payouts wait; pending submissions go on.',
  admin: 'They have no access to the admin pages.',
} as const satisfies Record<Role, string>;

export const goneText = ({ userName }: Pick<User, 'userName'>) => `Another admin already deleted ${userName}.`;
