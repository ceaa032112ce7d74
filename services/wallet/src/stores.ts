export type { Account } from './account';
export { accounts } from './account.store';
export type { SealedNumber } from './account-number';
export { type Entry, entries, type TransferDocument, transfers } from './ledger.store';
export { accountTally, earningsTally, flowTally, worldTally } from './ledger.tally';
export { type PaymentDocument, payments } from './payment.store';
export { paidInTally, paymentTally } from './payment.tally';
export { type WithdrawalDocument, withdrawals } from './withdrawal.store';
export { askedTally, withdrawalTally } from './withdrawal.tally';
