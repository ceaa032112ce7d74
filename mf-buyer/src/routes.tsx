import { defineRemote, loadable } from '@piecework/web-kit';
import { BuyerHome } from './features/submissions/BuyerHome';

// The home is part of the remote's first request; other pages are loaded on demand.
const AddTask = loadable(() => import('./features/tasks/AddTask'));
const ImportTasks = loadable(() => import('./features/import/ImportTasks'));
const MyTasks = loadable(() => import('./features/tasks/MyTasks'));
const TaskResults = loadable(() => import('./features/results/TaskResults'));
const ReviewDesk = loadable(() => import('./features/review/ReviewDesk'));
const UpdateTask = loadable(() => import('./features/tasks/UpdateTask'));
const PurchaseCoin = loadable(() => import('./features/coins/PurchaseCoin'));
const Checkout = loadable(() => import('./features/coins/Checkout'));
const PaymentHistory = loadable(() => import('./features/payments/PaymentHistory'));

export default defineRemote({
  name: 'mf_buyer',
  version: process.env.BUILD_VERSION,
  menu: [
    { label: 'Home', to: 'buyerHome', icon: 'home' },
    { label: 'Add new Tasks', to: 'buyerAddTask', icon: 'add', short: 'Add' },
    { label: "My Task's", to: 'buyerTask', icon: 'tasks', short: 'Tasks', also: ['buyerUpdateTask'] },
    { label: 'Purchase Coin', to: 'buyerPurchaseCoin', icon: 'purchase', short: 'Coins', also: ['checkout'] },
    { label: 'Payment history', to: 'buyerPayment', icon: 'payments', short: 'Payments' },
  ],
  routes: [
    { path: 'buyerHome', element: <BuyerHome /> },
    { path: 'buyerAddTask', element: <AddTask /> },
    { path: 'buyerImport', element: <ImportTasks /> },
    { path: 'buyerTask', element: <MyTasks /> },
    { path: 'buyerTask/:id', element: <TaskResults /> },
    { path: 'buyerReview', element: <ReviewDesk /> },
    { path: 'buyerUpdateTask/:id', element: <UpdateTask /> },
    { path: 'buyerPurchaseCoin', element: <PurchaseCoin /> },
    { path: 'checkout/:id', element: <Checkout /> },
    { path: 'buyerPayment', element: <PaymentHistory /> },
  ],
});
