import { defineRemote, loadable } from '@piecework/web-kit';
import { BuyerHome } from './features/submissions/BuyerHome';
import { manifest } from './manifest.mjs';

// The home is part of the remote's first request; other pages are loaded on demand.
const AddTask = loadable(() => import('./features/tasks/AddTask'));
const ImportTasks = loadable(() => import('./features/import/ImportTasks'));
const BatchList = loadable(() => import('./features/batch/BatchList'));
const BatchBuilder = loadable(() => import('./features/batch/BatchBuilder'));
const MyTasks = loadable(() => import('./features/tasks/MyTasks'));
const TaskResults = loadable(() => import('./features/results/TaskResults'));
const ReviewDesk = loadable(() => import('./features/review/ReviewDesk'));
const UpdateTask = loadable(() => import('./features/tasks/UpdateTask'));
const PurchaseCoin = loadable(() => import('./features/coins/PurchaseCoin'));
const Checkout = loadable(() => import('./features/coins/Checkout'));
const BlockedWorkers = loadable(() => import('./features/blocks/BlockedWorkers'));
const PaymentHistory = loadable(() => import('./features/payments/PaymentHistory'));

export default defineRemote(manifest, {
  version: process.env.BUILD_VERSION,
  pages: {
    buyerHome: <BuyerHome />,
    buyerAddTask: <AddTask />,
    buyerImport: <ImportTasks />,
    batches: <BatchList />,
    'batches/:batchId': <BatchBuilder />,
    buyerTask: <MyTasks />,
    'buyerTask/:id': <TaskResults />,
    buyerReview: <ReviewDesk />,
    'buyerUpdateTask/:id': <UpdateTask />,
    buyerPurchaseCoin: <PurchaseCoin />,
    'checkout/:id': <Checkout />,
    buyerPayment: <PaymentHistory />,
    blockedWorkers: <BlockedWorkers />,
  },
});
