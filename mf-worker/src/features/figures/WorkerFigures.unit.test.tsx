import { renderApp } from '@piecework/web-kit/testing';
import { screen, within } from '@testing-library/react';
import remote from '../../routes';

const PATH = '/dashboard/workerFigures';
/** 90 days until Wednesday, 25 November 2026. */
const days = (work: Readonly<Record<string, object>> = {}) =>
  Array.from({ length: 90 }, (_, at) => {
    const day = new Date(Date.UTC(2026, 10, 25 - 89 + at)).toISOString().slice(0, 10);
    return { day, decided: 0, approved: 0, seconds: 0, coins: 0, ...work[day] };
  });
const totals = (approved: number, decided: number) => ({
  worker: { submissions: decided, pending: 0, approved, earned: 9, reviewed: { approved, decided } },
});
const figure = (label: string) => screen.getByText(label).parentElement as HTMLElement;

const shownWith = (answers: object) => renderApp(remote, { path: PATH, answers });

describe('the figures of a worker', () => {
  it('are the approval rate, its trend, and the pay of an hour', async () => {
    shownWith({
      'GET /totals': totals(93, 100),
      'GET /work-days': days({
        '2026-10-14': { decided: 8, approved: 4 },
        '2026-11-24': { decided: 20, approved: 19, seconds: 1_800, coins: 45 },
      }),
      'GET /tasks': { rows: [], total: 3 },
    });
    expect(await screen.findByText('93%')).toBeVisible();
    expect(figure('Approval rate')).toHaveTextContent('93 of 100 approved');
    expect(figure('In the last 30 days')).toHaveTextContent('95%Up from 92% before');
    expect(figure('Pay per hour')).toHaveTextContent('$4.50From 30 minutes of decided work on batches');
    const rows = within(screen.getByRole('table', { name: /Approval rate/ }))
      .getAllByRole('row')
      .slice(1);
    expect(rows).toHaveLength(12);
    expect(rows.at(-1)).toHaveTextContent('Week of 23-11-202695%');
    expect(rows.at(-7)).toHaveTextContent('Week of 12-10-202650%');
    expect(rows.at(-2)).toHaveTextContent('None approved');
  });

  it('say what one more rejection would mean', async () => {
    const app = shownWith({
      'GET /totals': totals(93, 100),
      'GET /work-days': days(),
      'GET /tasks': { rows: [], total: 3 },
    });
    expect(await screen.findByText('Your approval rate goes from 93% to 92%.')).toBeVisible();
    expect(await screen.findByText('3 open tasks need at least 93%.')).toBeVisible();
    const asked = app.calls.find(({ route }) => route === 'GET /tasks');
    expect(asked?.query).toMatchObject({ approvalFrom: '93', approvalTo: '93', open: '1', fresh: '1' });
  });

  it('say nothing of too few decisions', async () => {
    shownWith({ 'GET /totals': totals(3, 3), 'GET /work-days': days({ '2026-11-24': { decided: 3, approved: 3 } }) });
    expect(await screen.findByText('3 of 3 approved')).toBeVisible();
    for (const label of ['Approval rate', 'In the last 30 days', 'Pay per hour'])
      expect(figure(label)).toHaveTextContent('–');
    expect(screen.queryByText('If one more submission is rejected')).toBeNull();
  });

  it('have the accuracy in each batch with checks', async () => {
    const accuracies = [
      { taskId: 't1', taskTitle: 'Label stalls', right: 7, met: 8 },
      { taskId: 't2', taskTitle: 'Copy totals', right: 4, met: 4 },
    ];
    shownWith({ 'GET /totals': totals(3, 3), 'GET /work-days': days(), 'GET /accuracies': accuracies });
    const list = within(await screen.findByRole('region', { name: 'Hidden checks right' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Label stalls7 of 8',
      'Copy totals4 of 4',
    ]);
    expect(list.getByRole('link', { name: 'Label stalls' })).toHaveAttribute('href', '/dashboard/workerTaskList/t1');
  });

  it('start with the first decision', async () => {
    shownWith({ 'GET /totals': totals(0, 0), 'GET /work-days': days() });
    expect(await screen.findByText('Your figures start with your first decision')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Find a task' })).toHaveAttribute('href', '/dashboard/workerTaskList');
  });
});
