export type { Account } from './account';
export { accounts } from './account.store';
export type { SealedNumber } from './account-number';
export { type Entry, entries, type TransferDocument, transfers } from './ledger.store';
export { type PaymentDocument, payments } from './payment.store';
export { type WithdrawalDocument, withdrawals } from './withdrawal.store';
