import { defineRemote } from '@piecework/web-kit';
import { HomePage } from './features/home/HomePage';
import { Login, NotFound, PublicTask, Questions, Register, SelectRole } from './pages';

export default defineRemote({
  name: 'mf_public',
  version: process.env.BUILD_VERSION,
  menu: [],
  routes: [
    { path: '/', element: <HomePage /> },
    { path: 'login', element: <Login /> },
    { path: 'register', element: <Register /> },
    { path: 'selectRole', element: <SelectRole /> },
    { path: 'qa', element: <Questions /> },
    { path: 'task/:id', element: <PublicTask /> },
    { path: '*', element: <NotFound /> },
  ],
});
