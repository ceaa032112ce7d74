import { defineRemote } from '@piecework/web-kit';
import { WorkerHome } from './features/home/WorkerHome';
import { TaskDetailPage } from './features/tasks/task-detail-page';
import { WorkModePage } from './features/work/work-mode-page';
import { manifest } from './manifest.mjs';
import { HiddenBuyers, MySubmissions, TaskList, Withdrawals, WorkerFigures } from './pages';

export default defineRemote(manifest, {
  version: process.env.BUILD_VERSION,
  catalogues: { bn: () => import(/* webpackChunkName: "bn" */ './bn') },
  pages: {
    workerHome: <WorkerHome />,
    workerFigures: <WorkerFigures />,
    workerTaskList: <TaskList />,
    'workerTaskList/:id': <TaskDetailPage />,
    'workerTaskList/:id/work': <WorkModePage />,
    workerSubmission: <MySubmissions />,
    workerWithdrawal: <Withdrawals />,
    hiddenBuyers: <HiddenBuyers />,
  },
});
