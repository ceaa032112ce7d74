import type { Task } from '@piecework/contracts';
import type { Posting } from './posting';

interface Template {
  label: string;
  text: string;
  /** The other fields keep the values that the form starts with. */
  values: Pick<Posting, 'taskTitle' | 'taskDetail' | 'submissionInfo' | 'requiredWorkers' | 'payableAmount'>;
}

/** Tasks that a new buyer can pay with the starting coins. */
export const TEMPLATES = {
  survey: {
    label: 'A short survey',
    text: 'Ask several people the same few questions.',
    values: {
      taskTitle: 'Answer five short questions about your day',
      taskDetail:
        'Answer each question in one or two sentences of your own.\n\n1. When did you get up?\n2. What did you eat first?\n3. How did you get to work or school?\n4. What took longer than it should?\n5. What made you smile?',
      submissionInfo: 'Five answers, numbered 1 to 5.',
      requiredWorkers: '8',
      payableAmount: '5',
    },
  },
  photos: {
    label: 'Describe pictures',
    text: 'Get a sentence about each of your pictures.',
    values: {
      taskTitle: 'Describe ten pictures in one sentence each',
      taskDetail:
        'Open the album and write one sentence about each picture: what it shows, where, and what happens.\n\nThe album: (put its link here)',
      submissionInfo: 'Ten sentences, numbered like the pictures.',
      requiredWorkers: '3',
      payableAmount: '15',
    },
  },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof TEMPLATES;
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];

export const templateOf = (name: string | null): Template['values'] | undefined =>
  TEMPLATE_NAMES.filter((one) => one === name).map((one) => TEMPLATES[one].values)[0];

/** All but the date, which may be over. */
export const copyOf = (task: Task): Omit<Posting, 'completionDate'> => ({
  taskTitle: task.taskTitle,
  taskDetail: task.taskDetail,
  submissionInfo: task.submissionInfo,
  requiredWorkers: String(task.totalPayableAmount / task.payableAmount),
  payableAmount: String(task.payableAmount),
  autoApproveHours: String(task.autoApproveHours ?? 0),
  reserveMinutes: String(task.reserveMinutes ?? 0),
  minApprovalRate: String(task.minApprovalRate ?? 0),
  afterCompletion: task.closeAtCompletion ? 'close' : 'stay',
  taskImageURL: task.taskImageURL,
});
