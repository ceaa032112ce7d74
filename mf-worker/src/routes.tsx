import { msg } from '@piecework/i18n';
import { defineRemote } from '@piecework/web-kit';
import { WorkerHome } from './features/home/WorkerHome';
import { TaskDetailPage } from './features/tasks/task-detail-page';
import { MySubmissions, TaskList, Withdrawals } from './pages';

export default defineRemote({
  name: 'mf_worker',
  version: process.env.BUILD_VERSION,
  menu: [
    { label: msg('Home'), to: 'workerHome', icon: 'home' },
    { label: msg('TaskList'), to: 'workerTaskList', icon: 'tasks', short: msg('Tasks') },
    { label: msg('My Submissions'), to: 'workerSubmission', icon: 'submissions', short: msg('My work') },
    { label: msg('Withdrawals'), to: 'workerWithdrawal', icon: 'withdraw', short: msg('Withdraw') },
  ],
  catalogues: { bn: () => import(/* webpackChunkName: "bn" */ './bn') },
  routes: [
    { path: 'workerHome', element: <WorkerHome /> },
    { path: 'workerTaskList', element: <TaskList /> },
    { path: 'workerTaskList/:id', element: <TaskDetailPage /> },
    { path: 'workerSubmission', element: <MySubmissions /> },
    { path: 'workerWithdrawal', element: <Withdrawals /> },
  ],
});
