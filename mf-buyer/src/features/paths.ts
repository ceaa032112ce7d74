import type { Step } from './batch/steps';
import type { TemplateName } from './tasks/task-templates';

export const paths = {
  addTask: '/dashboard/buyerAddTask',
  addFrom: (template: TemplateName) => `/dashboard/buyerAddTask?template=${template}`,
  postAgain: (id: string) => `/dashboard/buyerAddTask?copy=${encodeURIComponent(id)}`,
  batches: '/dashboard/batches',
  batch: (id: string, step?: Step) => `/dashboard/batches/${encodeURIComponent(id)}${step ? `?step=${step}` : ''}`,
  importTasks: '/dashboard/buyerImport',
  tasks: '/dashboard/buyerTask',
  results: (id: string) => `/dashboard/buyerTask/${encodeURIComponent(id)}`,
  review: (taskId?: string) => `/dashboard/buyerReview${taskId ? `?task=${encodeURIComponent(taskId)}` : ''}`,
  updateTask: (id: string) => `/dashboard/buyerUpdateTask/${encodeURIComponent(id)}`,
  purchaseCoin: '/dashboard/buyerPurchaseCoin',
  checkout: (price: number) => `/dashboard/checkout/${price}`,
  payments: '/dashboard/buyerPayment',
};
