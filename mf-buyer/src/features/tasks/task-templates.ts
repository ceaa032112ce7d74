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
      taskDetail: 'Answer five questions about your day, truthfully and in your own words.',
      submissionInfo: 'Your answers in the form.',
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
  app: {
    label: 'App review with a screenshot',
    text: 'See how people use your app, and what they think of it.',
    values: {
      taskTitle: 'Try an app for ten minutes and say what you think',
      taskDetail:
        'Install the app, use it for ten minutes, and answer honestly: what you don’t like helps us most.\n\nThe app: (put its link here)',
      submissionInfo: 'A screenshot of the app on your phone, and your answers in the form.',
      requiredWorkers: '4',
      payableAmount: '12',
    },
  },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof TEMPLATES;
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];
