export type { Account } from './account/account';
export { accounts } from './account/account.store';
export { type Entry, entries, type TransferDocument, transfers } from './ledger/ledger.store';
export { accountTally, earningsTally, flowTally, worldTally } from './ledger/ledger.tally';
export { type PaymentDocument, payments } from './payment/payment.store';
export { paidInTally, paymentTally } from './payment/payment.tally';
export type { SealedNumber } from './withdrawal/account-number';
export { type WithdrawalDocument, withdrawals } from './withdrawal/withdrawal.store';
export { askedTally, withdrawalTally } from './withdrawal/withdrawal.tally';
