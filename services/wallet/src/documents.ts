/** Rules that build documents, for the benchmark of growth. */
export { createAccountConsumers } from './account/account.consumers';
export { accounts, userAccountOf } from './account/account.store';
export { createFundingConsumers } from './funding/funding.consumers';
export { transferOf, userAccountId } from './ledger/ledger';
export { type Cause, post } from './ledger/ledger.store';
export { credit, record } from './payment/payment.store';
export { withEntry } from './payout/payout';
export { decideWithdrawal, requestWithdrawal } from './withdrawal/withdrawal';
export {
  cancellation,
  toDocument,
  type WithdrawalDocument,
  withdrawals,
} from './withdrawal/withdrawal.store';
