export { type FakeAnswer, type FakeRequest, later, networkFailure, problem } from './fake-gateway';
export { aPayment, aSubmission, aTask, aUser, aWithdrawal } from './fixtures';
export { type RenderOptions, renderApp } from './render-app';
