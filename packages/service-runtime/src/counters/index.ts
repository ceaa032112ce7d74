export { type Counters, createCounters } from './counters';
export { type Amounts, type AnyTally, type Owner, type Tally, tally } from './tally';
