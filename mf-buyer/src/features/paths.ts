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
  tasksOfImport: (id: string) => `/dashboard/buyerTask?import=${encodeURIComponent(id)}`,
  results: (id: string) => `/dashboard/buyerTask/${encodeURIComponent(id)}`,
  review: (taskId?: string, submissionId?: string) => {
    const query = new URLSearchParams({
      ...(taskId && { task: taskId }),
      ...(submissionId && { submission: submissionId }),
    });
    return `/dashboard/buyerReview${query.size > 0 ? `?${query}` : ''}`;
  },
  /** A page of the shell. */
  messages: (threadId: string) => `/dashboard/messages?thread=${encodeURIComponent(threadId)}`,
  updateTask: (id: string) => `/dashboard/buyerUpdateTask/${encodeURIComponent(id)}`,
  purchaseCoin: '/dashboard/buyerPurchaseCoin',
  checkout: (price: number) => `/dashboard/checkout/${price}`,
  payments: '/dashboard/buyerPayment',
  blockedWorkers: '/dashboard/blockedWorkers',
};
