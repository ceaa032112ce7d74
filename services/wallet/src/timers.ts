export { type AccountNumbers, createAccountNumbers } from './account-number';
export { createPayoutTimers } from './payout.timers';
