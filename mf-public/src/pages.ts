import { loadable } from '@piecework/web-kit';

/** Every page but the home is loaded on demand: the first visit needs no forms and dialogs. */
export const Login = loadable(() => import('./features/account/LoginPage'));
export const Register = loadable(() => import('./features/account/RegisterPage'));
/** One chunk: they share most of their code, and each is small. */
export const ForgotPassword = loadable(
  () => import(/* webpackChunkName: "mailed-links" */ './features/account/ForgotPasswordPage'),
);
export const ResetPassword = loadable(
  () => import(/* webpackChunkName: "mailed-links" */ './features/account/ResetPasswordPage'),
);
export const ConfirmEmail = loadable(
  () => import(/* webpackChunkName: "mailed-links" */ './features/account/ConfirmEmailPage'),
);
export const SelectRole = loadable(() => import('./features/account/SelectRolePage'));
export const Questions = loadable(() => import('./features/questions/QuestionsPage'));
export const OpenTasks = loadable(() => import('./features/tasks/OpenTasks'));
export const PublicTask = loadable(() => import('./features/task/PublicTask'));
export const NotFound = loadable(() => import('./features/not-found/NotFoundPage'));
