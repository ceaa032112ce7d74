import type { Page } from 'playwright-core';
import type { Screen } from './screens';

/** One of the most frequent interactions, with its screen. */
export interface Action {
  name: string;
  on: Screen;
  act(page: Page): Promise<void>;
}

const dashboard = (role: 'worker' | 'buyer' | 'admin', path: string): Screen => ({
  name: path,
  path: `/dashboard/${path}`,
  role,
});
const TASKS = dashboard('worker', 'workerTaskList');

export const ACTIONS: readonly Action[] = [
  {
    name: 'Go from one area page to another',
    on: dashboard('worker', 'workerHome'),
    act: (page) => page.getByRole('link', { name: 'TaskList' }).first().click(),
  },
  {
    name: 'Type into the search of tasks',
    on: TASKS,
    act: (page) => page.getByRole('searchbox').first().pressSequentially('photo', { delay: 60 }),
  },
  {
    name: 'Open a task',
    on: TASKS,
    act: (page) =>
      page
        .getByRole('link', { name: /View Details/ })
        .first()
        .click(),
  },
  {
    name: 'Type the amount of a withdrawal',
    on: dashboard('worker', 'workerWithdrawal'),
    act: (page) => page.getByLabel('Coin To WithDraw').pressSequentially('250', { delay: 60 }),
  },
  {
    name: 'Turn a page of submissions',
    on: dashboard('worker', 'workerSubmission'),
    act: (page) => page.getByRole('navigation', { name: /page/i }).getByText('2', { exact: true }).click(),
  },
  {
    name: 'Open the account menu',
    on: dashboard('worker', 'workerHome'),
    act: (page) =>
      page
        .getByRole('button', { name: /account/i })
        .first()
        .click(),
  },
  {
    name: 'View a submission',
    on: dashboard('buyer', 'buyerHome'),
    act: (page) =>
      page
        .getByRole('button', { name: /View Submission/ })
        .first()
        .click(),
  },
  {
    name: 'Approve a submission',
    on: dashboard('buyer', 'buyerHome'),
    act: (page) =>
      page
        .getByRole('button', { name: /^Approve/ })
        .first()
        .click(),
  },
  {
    name: 'Type the title of a task',
    on: dashboard('buyer', 'buyerAddTask'),
    act: (page) => page.getByLabel('Task Title').pressSequentially('Name ten birds', { delay: 60 }),
  },
  {
    name: 'Ask to process a withdrawal',
    on: dashboard('admin', 'adminHome'),
    act: (page) =>
      page
        .getByRole('button', { name: /pending/ })
        .first()
        .click(),
  },
];
