import { refresh } from '@piecework/web-kit/query';

import { aSubmission, renderApp } from '@piecework/web-kit/testing';
import { screen } from '@testing-library/react';
import remote from '../../routes';

const totals = (worker = { submissions: 31, pending: 4, approved: 25, earned: 1240 }) => ({
  'GET /totals': { worker },
});
const figure = (label: string) => screen.getByText(label).closest('a') as HTMLElement;

describe('the worker home', () => {
  it('opens with the three sums, each a link to the list behind it', async () => {
    renderApp(remote, { answers: totals() });
    expect(await screen.findByText('31')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Hi, Welcome Back');
    expect(figure('Total Submission')).toHaveAttribute('href', '/dashboard/workerSubmission');
    expect(figure('Pending Submission')).toHaveTextContent('4');
    expect(figure('Pending Submission')).toHaveAttribute(
      'href',
      '/dashboard/workerSubmission?status=pending',
    );
    expect(figure('Total Earning')).toHaveTextContent('1,240');
    expect(figure('Total Earning')).toHaveTextContent('$62.00');
    expect(figure('Total Earning')).toHaveAttribute('href', '/dashboard/workerSubmission?status=approved');
  });

  it('counts on while it is looked at', async () => {
    const app = renderApp(remote, { answers: totals() });
    expect(await screen.findByText('31')).toBeVisible();
    app.answer(totals({ submissions: 32, pending: 3, approved: 26, earned: 1250 }));
    refresh('GET /totals');
    expect(await screen.findByText('32')).toBeVisible();
    expect(figure('Total Earning')).toHaveTextContent('1,250');
  });

  it('shows the latest approved work, and the way to all of it', async () => {
    const rows = [aSubmission({ taskTitle: 'Label photos', payableAmount: 12, status: 'approved' })];
    const app = renderApp(remote, { answers: { ...totals(), 'GET /submissions': { rows, total: 25 } } });
    const row = (await screen.findByText('Label photos')).closest('tr') as HTMLElement;
    for (const text of ['Bo Buyer', '12', 'approved']) expect(row).toHaveTextContent(text);
    expect(screen.getByRole('heading', { name: 'Approved Submission' })).toBeVisible();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Task Name',
      'Buyer Name',
      'Payment Amount',
      'Status',
    ]);
    expect(screen.getByRole('link', { name: 'See all 25' })).toHaveAttribute(
      'href',
      '/dashboard/workerSubmission?status=approved',
    );
    const asked = app.calls.find(({ route }) => route === 'GET /submissions');
    expect(asked?.query).toEqual({ status: 'approved', limit: '5' });
  });

  it('tells somebody new what to do', async () => {
    renderApp(remote, { answers: totals({ submissions: 0, pending: 0, approved: 0, earned: 0 }) });
    expect(await screen.findByText('Nothing approved yet')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Find a task' })[0]).toHaveAttribute(
      'href',
      '/dashboard/workerTaskList',
    );
  });
});
