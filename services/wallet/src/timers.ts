export { holdEnd } from './hold/hold.timers';
export { createPayoutTimers } from './payout/payout.timers';
export { type AccountNumbers, createAccountNumbers } from './withdrawal/account-number';
