export { type AccountNumbers, createAccountNumbers } from './account-number';
export { holdEnd } from './hold.timers';
export { createPayoutTimers } from './payout.timers';
