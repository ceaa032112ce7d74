export { fakeFetch } from './browser';
export {
  type Answers,
  createFakeGateway,
  type FakeAnswer,
  type FakeGateway,
  type FakeRequest,
  later,
  networkFailure,
  problem,
} from './fake-gateway';
export { aPayment, aSubmission, aTask, aUser, aWithdrawal } from './fixtures';
export { type RenderOptions, renderApp } from './render-app';
