import type { EntryCause, TransferKind } from '@piecework/contracts';

/** No balance document: every transaction would contend for it. */
export const WORLD_ACCOUNTS = [
  'world:promo',
  'world:payments',
  'world:payout',
  'world:adjust',
  'world:appeals',
] as const;
export type WorldAccount = (typeof WORLD_ACCOUNTS)[number];
export type UserAccountId = `user:${string}`;
export type EscrowAccountId = `escrow:${string}`;
export type AccountId = WorldAccount | UserAccountId | EscrowAccountId;

export const userAccountId = (userId: string): UserAccountId => `user:${userId}`;
export const escrowAccountId = (taskId: string): EscrowAccountId => `escrow:${taskId}`;
export const isUser = (account: AccountId): account is UserAccountId => account.startsWith('user:');
export const isWorld = (account: AccountId): account is WorldAccount => account.startsWith('world:');
export const userIdOf = (account: UserAccountId): string => account.slice('user:'.length);

export interface Transfer {
  id: string;
  kind: TransferKind;
  from: AccountId;
  to: AccountId;
  amount: number;
  /** Title of the task that it is about, for statements. */
  title?: string;
}

/** The complete list (D-3.2). */
export const transferOf = {
  grant: (userId: string, coins: number): Transfer => ({
    id: `grant:${userId}`,
    kind: 'grant',
    from: 'world:promo',
    to: userAccountId(userId),
    amount: coins,
  }),
  /** `additionId`: of places that are added later. */
  fund: (taskId: string, buyerId: string, cost: number, additionId?: string): Transfer => ({
    id: additionId === undefined ? `fund:${taskId}` : `fund:${taskId}:${additionId}`,
    kind: 'fund',
    from: userAccountId(buyerId),
    to: escrowAccountId(taskId),
    amount: cost,
  }),
  settle: (submissionId: string, taskId: string, workerId: string, payable: number): Transfer => ({
    id: `settle:${submissionId}`,
    kind: 'settle',
    from: escrowAccountId(taskId),
    to: userAccountId(workerId),
    amount: payable,
  }),
  /** A rejection that its buyer reverses, and for which the task had no place. A submission is settled once. */
  reversal: (submissionId: string, buyerId: string, workerId: string, payable: number): Transfer => ({
    ...transferOf.settle(submissionId, '', workerId, payable),
    from: userAccountId(buyerId),
  }),
  /** An upheld appeal for which the task had no open place. */
  appeal: (submissionId: string, workerId: string, payable: number): Transfer => ({
    id: `appeal:${submissionId}`,
    kind: 'appeal',
    from: 'world:appeals',
    to: userAccountId(workerId),
    amount: payable,
  }),
  /** @param count the first bonus of the submission is 1 */
  bonus: (submissionId: string, count: number, buyerId: string, workerId: string, coins: number): Transfer => ({
    id: `bonus:${submissionId}:${count}`,
    kind: 'bonus',
    from: userAccountId(buyerId),
    to: userAccountId(workerId),
    amount: coins,
  }),
  /**
   * `causeId`: the task whose open places are refunded, the rejected submission or the unused reservation of a closed task, the addition that the
   * task's end has overtaken, or the raise that paid for places which were decided before.
   */
  refund: (causeId: string, taskId: string, buyerId: string, coins: number): Transfer => ({
    id: `refund:${causeId}`,
    kind: 'refund',
    from: escrowAccountId(taskId),
    to: userAccountId(buyerId),
    amount: coins,
  }),
  payout: (withdrawalId: string, workerId: string, coins: number): Transfer => ({
    id: `payout:${withdrawalId}`,
    kind: 'payout',
    from: userAccountId(workerId),
    to: 'world:payout',
    amount: coins,
  }),
  role: (userId: string, roleVersion: number, balance: number, target: number): Transfer => ({
    id: `role:${userId}:${roleVersion}`,
    kind: 'role',
    ...(target >= balance
      ? { from: 'world:adjust', to: userAccountId(userId), amount: target - balance }
      : { from: userAccountId(userId), to: 'world:adjust', amount: balance - target }),
  }),
  close: (userId: string, balance: number): Transfer => ({
    id: `close:${userId}`,
    kind: 'close',
    from: userAccountId(userId),
    to: 'world:adjust',
    amount: balance,
  }),
  topup: (intent: string, userId: string, coins: number): Transfer => ({
    id: `topup:${intent}`,
    kind: 'topup',
    from: 'world:payments',
    to: userAccountId(userId),
    amount: coins,
  }),
  reverse: (intent: string, userId: string, coins: number): Transfer => ({
    id: `reverse:${intent}`,
    kind: 'reverse',
    from: userAccountId(userId),
    to: 'world:payments',
    amount: coins,
  }),
  /** By an admin; `coins` may be negative. */
  adjust: (adjustmentId: string, userId: string, coins: number): Transfer => ({
    id: `adjust:${adjustmentId}`,
    kind: 'adjust',
    ...(coins > 0
      ? { from: 'world:adjust', to: userAccountId(userId), amount: coins }
      : { from: userAccountId(userId), to: 'world:adjust', amount: -coins }),
  }),
};

/** What an id names behind its kind: `fund:{task}:{addition}` the task. */
const CAUSE_TYPES = {
  grant: 'account',
  fund: 'task',
  settle: 'submission',
  appeal: 'submission',
  bonus: 'submission',
  payout: 'withdrawal',
  role: 'role',
  close: 'account',
  topup: 'payment',
  reverse: 'payment',
  adjust: 'adjustment',
} as const satisfies Record<Exclude<TransferKind, 'refund'>, EntryCause['type']>;

/** P-2.7. A refund is about the task whose escrow pays it. */
export const causeOf = ({ id, kind, from, title }: Pick<Transfer, 'id' | 'kind' | 'from' | 'title'>): EntryCause => {
  const named = title === undefined ? {} : { title };
  if (kind === 'refund') return { type: 'task', id: from.slice('escrow:'.length), ...named };
  const [, first = '', second = ''] = id.split(':');
  const addition = kind === 'fund' && second ? { additionId: second } : {};
  return { type: CAUSE_TYPES[kind], id: kind === 'role' ? second : first, ...named, ...addition };
};

export interface Holding {
  balance: number;
  version: number;
  /** Coins earned by work. Payouts use them first; a role change resets them. */
  earned: number;
}

export const EMPTY_HOLDING: Holding = { balance: 0, version: 0, earned: 0 };

/** @throws below zero: the caller checks the balance first */
export const afterEntry = (before: Holding, kind: TransferKind, change: number): Holding => {
  const balance = before.balance + change;
  if (balance < 0) throw new Error(`a ${kind} of ${change} would leave ${balance} coins`);
  if (!Number.isSafeInteger(balance)) throw new Error(`a ${kind} of ${change} would exceed the largest safe integer`);
  return { balance, version: before.version + 1, earned: Math.min(balance, earnedAfter(before, kind, change)) };
};

/** Kinds that pay for work. */
const EARNINGS: readonly TransferKind[] = ['settle', 'appeal', 'bonus'];

/** Of an entry: a buyer pays a bonus from the balance, and earns nothing. */
export const isEarned = (kind: TransferKind, change: number): boolean => change > 0 && EARNINGS.includes(kind);

const earnedAfter = ({ earned }: Holding, kind: TransferKind, change: number): number => {
  if (kind === 'role' || kind === 'close') return 0;
  if (isEarned(kind, change)) return earned + change;
  return kind === 'payout' ? Math.max(0, earned + change) : earned;
};
