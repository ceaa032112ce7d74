import { defineRemote, loadable } from '@piecework/web-kit';
import { HomePage } from './features/home/HomePage';
import { manifest } from './manifest.mjs';

/** Every page but the home is loaded on demand: the first visit needs no forms and dialogs. */
const Login = loadable(() => import('./features/account/LoginPage'));
const Register = loadable(() => import('./features/account/RegisterPage'));
/** One chunk: they share most of their code, and each is small. */
const ForgotPassword = loadable(
  () => import(/* webpackChunkName: "mailed-links" */ './features/account/ForgotPasswordPage'),
);
const ResetPassword = loadable(
  () => import(/* webpackChunkName: "mailed-links" */ './features/account/ResetPasswordPage'),
);
const ConfirmEmail = loadable(
  () => import(/* webpackChunkName: "mailed-links" */ './features/account/ConfirmEmailPage'),
);
const SelectRole = loadable(() => import('./features/account/SelectRolePage'));
const Questions = loadable(() => import('./features/questions/QuestionsPage'));
const Legal = loadable(() => import('./features/legal/LegalPage'));
const OpenTasks = loadable(() => import('./features/tasks/OpenTasks'));
const PublicTask = loadable(() => import('./features/task/PublicTask'));
const NotFound = loadable(() => import('./features/not-found/NotFoundPage'));

export default defineRemote(manifest, {
  version: process.env.BUILD_VERSION,
  catalogues: { bn: () => import(/* webpackChunkName: "bn" */ './bn') },
  pages: {
    '/': <HomePage />,
    login: <Login />,
    register: <Register />,
    forgotPassword: <ForgotPassword />,
    resetPassword: <ResetPassword />,
    confirmEmail: <ConfirmEmail />,
    selectRole: <SelectRole />,
    qa: <Questions />,
    terms: <Legal document="terms" />,
    privacy: <Legal document="privacy" />,
    contact: <Legal document="contact" />,
    tasks: <OpenTasks />,
    'task/:id': <PublicTask />,
    '*': <NotFound />,
  },
});
