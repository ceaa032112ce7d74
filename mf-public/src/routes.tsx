import { defineRemote } from '@piecework/web-kit';
import { HomePage } from './features/home/HomePage';
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

export default defineRemote({
  name: 'mf_public',
  version: process.env.BUILD_VERSION,
  menu: [],
  catalogues: { bn: () => import(/* webpackChunkName: "bn" */ './bn') },
  routes: [
    { path: '/', element: <HomePage /> },
    { path: 'login', element: <Login /> },
    { path: 'register', element: <Register /> },
    { path: 'forgotPassword', element: <ForgotPassword /> },
    { path: 'resetPassword', element: <ResetPassword /> },
    { path: 'confirmEmail', element: <ConfirmEmail /> },
    { path: 'selectRole', element: <SelectRole /> },
    { path: 'qa', element: <Questions /> },
    { path: 'tasks', element: <OpenTasks /> },
    { path: 'task/:id', element: <PublicTask /> },
    { path: '*', element: <NotFound /> },
  ],
});
