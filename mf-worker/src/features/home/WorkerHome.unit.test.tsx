import { refresh } from '@piecework/web-kit/query';

import { aSubmission, aTask, networkFailure, renderApp } from '@piecework/web-kit/testing';
import { screen, within } from '@testing-library/react';
import remote from '../../routes';

const totals = (worker = { submissions: 31, pending: 4, approved: 25, earned: 1240 }) => ({
  'GET /totals': { worker },
});
const figure = (label: string) => screen.getByText(label).closest('a') as HTMLElement;

describe('the worker home', () => {
  it('shows three totals, each linked to its list', async () => {
    renderApp(remote, { answers: totals() });
    expect(await screen.findByText('31')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Hi, Welcome Back');
    expect(figure('Total Submission')).toHaveAttribute('href', '/dashboard/workerSubmission');
    expect(figure('Pending Submission')).toHaveTextContent('4');
    expect(figure('Pending Submission')).toHaveAttribute('href', '/dashboard/workerSubmission?status=pending');
    expect(figure('Total Earning')).toHaveTextContent('1,240');
    expect(figure('Total Earning')).toHaveTextContent('$62.00');
    expect(figure('Total Earning')).toHaveAttribute('href', '/dashboard/workerSubmission?status=approved');
  });

  it('updates the totals live', async () => {
    const app = renderApp(remote, { answers: totals() });
    expect(await screen.findByText('31')).toBeVisible();
    app.answer(totals({ submissions: 32, pending: 3, approved: 26, earned: 1250 }));
    refresh('GET /totals');
    expect(await screen.findByText('32')).toBeVisible();
    expect(figure('Total Earning')).toHaveTextContent('1,250');
  });

  it('lists the latest approved submissions with a link to all', async () => {
    const rows = [aSubmission({ taskTitle: 'Label photos', payableAmount: 12, status: 'approved' })];
    const app = renderApp(remote, { answers: { ...totals(), 'GET /submissions': { rows, total: 25 } } });
    const row = (await screen.findByText('Label photos')).closest('tr') as HTMLElement;
    for (const text of ['Bo Buyer', '12', 'approved']) expect(row).toHaveTextContent(text);
    expect(screen.getByRole('heading', { name: 'Approved Submission' })).toBeVisible();
    const table = within(screen.getByRole('table', { name: /approved submissions/ }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Task Name',
      'Buyer Name',
      'Payment Amount',
      'Status',
    ]);
    expect(screen.getByRole('link', { name: 'View all 25' })).toHaveAttribute(
      'href',
      '/dashboard/workerSubmission?status=approved',
    );
    const request = app.calls.find(({ query }) => query.status === 'approved');
    expect(request?.query).toEqual({ status: 'approved', limit: '5' });
  });

  it('draws the earnings of eight weeks, with a table for screen readers', async () => {
    const days = [
      { day: '2026-11-15', earned: 5, withdrawn: 0 },
      { day: '2026-11-16', earned: 30, withdrawn: 0 },
      { day: '2026-11-22', earned: 12, withdrawn: 200 },
      { day: '2026-11-25', earned: 7, withdrawn: 0 },
    ];
    const app = renderApp(remote, { answers: { ...totals(), 'GET /earnings': days } });
    const table = await screen.findByRole('table', { name: /Coins earned/ });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(8);
    expect(rows.slice(-3).map(({ textContent }) => textContent)).toEqual([
      'Week of 9-11-20265',
      'Week of 16-11-202642',
      'Week of 23-11-20267',
    ]);
    expect(app.calls.find(({ route }) => route === 'GET /earnings')?.query).toEqual({ days: '90' });
  });

  it('shows the way to the first withdrawal and the coins that wait for a review', async () => {
    renderApp(remote, {
      user: { userAvailableCoin: 120 },
      answers: {
        'GET /totals': {
          worker: { submissions: 3, pending: 2, approved: 1, earned: 9, pendingCoins: 40, askedCoins: 50 },
        },
      },
    });
    expect(await screen.findByText('40 coins in review')).toBeVisible();
    expect(screen.getByText('50 requested')).toBeVisible();
    expect(screen.getByRole('meter')).toHaveAttribute(
      'aria-valuetext',
      '70 of 201 coins: 131 more until you can withdraw',
    );
  });

  it.each([
    [200, 0, 'On the way to a withdrawal'],
    [201, 0, 'Ready to withdraw'],
    [583, 250, 'Ready to withdraw'],
    [400, 250, 'On the way to a withdrawal'],
  ])('heads the meter of %i coins, %i of them requested, with “%s”', async (userAvailableCoin, askedCoins, name) => {
    const worker = { submissions: 31, pending: 4, approved: 25, earned: 1240, askedCoins };
    renderApp(remote, { user: { userAvailableCoin }, answers: { 'GET /totals': { worker } } });
    expect(await screen.findByRole('heading', { name })).toBeInTheDocument();
  });

  it('says that the earnings could not be loaded', async () => {
    renderApp(remote, { answers: { ...totals(), 'GET /earnings': networkFailure() } });
    expect(await screen.findByText('Your earnings couldn’t be loaded')).toBeVisible();
  });

  describe('of a new worker', () => {
    const none = totals({ submissions: 0, pending: 0, approved: 0, earned: 0 });

    it('has three steps and the best paid tasks instead of zeros', async () => {
      const tasks = ['Sort beads', 'Count oats', 'Draw cats'].map((taskTitle) => aTask({ taskTitle }));
      const app = renderApp(remote, { answers: { ...none, 'GET /tasks': tasks } });
      const steps = within(await screen.findByRole('list', { name: 'Your first steps' }));
      expect(steps.getAllByRole('listitem').map((step) => step.firstChild?.textContent)).toEqual([
        'Choose a task',
        'Submit your work',
        'Get paid',
      ]);
      expect(await screen.findByRole('article', { name: 'Count oats' })).toBeVisible();
      expect(screen.queryByText('Total Submission')).toBeNull();
      expect(screen.queryByText('No approved submissions yet')).toBeNull();
      const request = app.calls.find(({ route }) => route === 'GET /tasks');
      expect(request?.query).toEqual({ open: '1', sort: 'pay', limit: '3' });
    });

    it('has the totals after the first submission', async () => {
      const app = renderApp(remote, { answers: none });
      expect(await screen.findByText('Choose a task')).toBeVisible();
      app.answer(totals({ submissions: 1, pending: 1, approved: 0, earned: 0 }));
      refresh('GET /totals');
      expect(await screen.findByText('Total Submission')).toBeVisible();
      expect(await screen.findByText('No approved submissions yet')).toBeVisible();
      expect(screen.queryByText('Choose a task')).toBeNull();
    });

    it('has an empty and a failure state', async () => {
      const app = renderApp(remote, { answers: none });
      expect(await screen.findByText('All tasks are taken')).toBeVisible();
      app.unmount();
      renderApp(remote, { answers: { ...none, 'GET /tasks': networkFailure() } });
      expect(await screen.findByText('The tasks couldn’t be loaded')).toBeVisible();
    });
  });
});
