export { createDemoApi, type DemoApi } from './api';
export { ensureDemoData } from './ensure';
export { DEMO_PASSWORD, PEOPLE } from './people';
export { expectedBalance, PURCHASES, SUBMISSIONS, WITHDRAWALS } from './plan';
export { seedDemo } from './seed';
export { TASKS } from './tasks';
export { TESTIMONIALS } from './testimonials';
