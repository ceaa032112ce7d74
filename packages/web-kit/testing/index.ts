/** Delivers a notice as the live stream does. */
// biome-ignore lint/style/noRestrictedImports: tests are not bundled, and have one copy of every module
export { takeNotice } from '../src/live/apply-notice';
export { fakeFetch } from './fake-fetch';
export {
  createFakeGateway,
  type FakeGateway,
  type FakeRequest,
  later,
  networkFailure,
  problem,
} from './fake-gateway';
export { aPayment, aSubmission, aTask, aUser, aWithdrawal } from './fixtures';
export { type RenderOptions, renderApp } from './render-app';
