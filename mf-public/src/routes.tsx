import { defineRemote } from '@piecework/web-kit';
import { HomePage } from './features/home/HomePage';
import { manifest } from './manifest.mjs';
import {
  ConfirmEmail,
  ForgotPassword,
  Login,
  NotFound,
  OpenTasks,
  PublicTask,
  Questions,
  Register,
  ResetPassword,
  SelectRole,
} from './pages';

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
    tasks: <OpenTasks />,
    'task/:id': <PublicTask />,
    '*': <NotFound />,
  },
});
