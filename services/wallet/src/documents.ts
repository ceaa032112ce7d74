/** Rules that build documents, for the benchmark of growth. */
export { createAccountConsumers } from './account.consumers';
export { accounts, userAccountOf } from './account.store';
export { createFundingConsumers } from './funding.consumers';
export { transferOf, userAccountId } from './ledger';
export { type Cause, post } from './ledger.store';
export { credit, record } from './payment.store';
export { withEntry } from './payout';
export { decideWithdrawal, requestWithdrawal } from './withdrawal';
export { cancellation, toDocument, type WithdrawalDocument, withdrawals } from './withdrawal.store';
