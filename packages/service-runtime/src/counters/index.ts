export { type Counters, createCounters } from './counters';
export { type Amounts, type AnyTally, dayId, type Owner, type Tally, tally } from './tally';
