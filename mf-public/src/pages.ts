import { loadable } from '@piecework/web-kit';

/** Everything but the home is fetched when somebody first goes there: forms and dialogs do not belong to the first visit. */
export const Login = loadable(() => import('./features/account/LoginPage'));
export const Register = loadable(() => import('./features/account/RegisterPage'));
export const SelectRole = loadable(() => import('./features/account/SelectRolePage'));
export const Questions = loadable(() => import('./features/questions/QuestionsPage'));
export const NotFound = loadable(() => import('./features/not-found/NotFoundPage'));
