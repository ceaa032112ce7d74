export type { Account } from './account';
export { accounts } from './account.store';
export { type Entry, entries, type TransferDocument, transfers } from './ledger.store';
export { type PaymentDocument, payments } from './payment.store';
export { type WithdrawalDocument, withdrawals } from './withdrawal.store';
