export { createDemoApi, type DemoApi } from './api';
export { ANSWERS, BATCHES, countRows, placesOf } from './batches';
export { ensureDemoData } from './ensure';
export { seedPast } from './past';
export { DEMO_PASSWORD, PEOPLE } from './people';
export {
  expectedBalance,
  isApproved,
  isPaidFor,
  isRejected,
  openPlaces,
  PURCHASES,
  SUBMISSIONS,
  WITHDRAWALS,
} from './plan';
export { seedDemo } from './seed';
export { type DemoAnswer, TASKS, workFields } from './tasks';
export { TESTIMONIALS } from './testimonials';
export { OLDEST_DAYS } from './timeline';
