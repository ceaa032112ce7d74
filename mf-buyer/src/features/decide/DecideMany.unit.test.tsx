import type { DecidedShare, DecisionEstimate, DecisionRun } from '@piecework/contracts';
import { aSubmission, aTask, type FakeRequest, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';
import { pagesIn } from './estimate-texts';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const TASK = aTask({ _id: 't1', hasForm: true, batch: { rows: 90, pages: 90, rowsPerPage: 1, overlap: { max: 1 } } });
const NONE: DecidedShare = { answers: 0, people: 0, coins: 0, workers: [] };
const MIA: DecidedShare = {
  answers: 12,
  people: 1,
  coins: 24,
  workers: [{ workerId: 'w1', workerName: 'Mia', answers: 12, coins: 24 }],
};
const ALL: DecidedShare = {
  answers: 15,
  people: 2,
  coins: 30,
  workers: [...MIA.workers, { workerId: 'w2', workerName: 'Noa', answers: 3, coins: 6 }],
};
const estimate = (changes: Partial<DecisionEstimate>): DecisionEstimate => ({
  approve: NONE,
  reject: NONE,
  awaitingRevision: 0,
  alreadyDecided: 0,
  ...changes,
});
const aRun = (changes: Partial<DecisionRun> = {}): DecisionRun => ({
  _id: 'r1',
  decision: 'reject',
  total: 12,
  approved: 0,
  rejected: 4,
  leftPending: 0,
  alreadyDecided: 0,
  startedAt: '2026-11-22T12:00:00.000Z',
  ...changes,
});

interface Asked {
  decision: string;
  rule: { workers?: string[]; pages?: number[]; agreesAtLeast?: number; accuracyAtLeast?: number };
  dryRun?: boolean;
}

const open = (answers: Answers = {}) => {
  const started: Asked[] = [];
  renderApp(remote, {
    path: '/dashboard/buyerTask/t1?view=submissions',
    user: { userEmail: 'bo@example.com', userRole: 'buyer' },
    answers: {
      'GET /tasks/{id}': TASK,
      'GET /tasks/{id}/decisions': [],
      'GET /submissions': ({ query: { status } }: FakeRequest) =>
        status === 'pending' ? [aSubmission({ _id: 's1', taskId: 't1', page: 1, workerName: 'Mia' })] : [],
      'POST /tasks/{id}/decisions': ({ body }: FakeRequest) => {
        const asked = body as Asked;
        if (!asked.dryRun) {
          started.push(asked);
          return { insertedId: 'r1' };
        }
        if (asked.decision === 'approve') return estimate({ approve: asked.rule.workers ? MIA : ALL });
        return estimate({ reject: MIA, awaitingRevision: 1 });
      },
      ...answers,
    },
  });
  return started;
};
const choose = async (item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Decide many' }));
  await userEvent.click(await screen.findByText(item));
};

it('approves all pending answers after a dry run in people and coins', async () => {
  const started = open();
  await choose('By rule');
  expect(await screen.findByText('This approves 15 answers by 2 people, who get 30 coins.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Approve 15 answers' }));
  expect(started).toEqual([{ decision: 'approve', rule: {} }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('approves those that agree with most others', async () => {
  const started = open();
  await choose('By rule');
  await userEvent.click(await screen.findByRole('radio', { name: 'That agree' }));
  await userEvent.selectOptions(screen.getByLabelText('Answers that agree with most others'), 'in 80% of the fields');
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 15 answers' }));
  expect(started).toEqual([{ decision: 'approve', rule: { agreesAtLeast: 0.8 } }]);
});

it('approves the answers of accurate workers, in a batch with checks', async () => {
  const row = { workerId: 'w1', workerName: 'Mia', answers: 9, approved: 0, rejected: 0, fast: 0 };
  const started = open({ 'GET /tasks/{id}/workers': [{ ...row, accuracy: { right: 9, met: 9 } }] });
  await choose('By rule');
  await userEvent.click(await screen.findByRole('radio', { name: 'Of accurate workers' }));
  await userEvent.selectOptions(screen.getByLabelText('Answers by workers who have'), 'all of their checks right');
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 15 answers' }));
  expect(started).toEqual([{ decision: 'approve', rule: { accuracyAtLeast: 1 } }]);
});

it('rejects only named workers, says what they lose, and wants a reason', async () => {
  const started = open();
  await choose('By rule');
  const dialog = within(await screen.findByRole('dialog', { name: 'Decide by rule' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Reject' }));
  expect(dialog.queryByRole('radio', { name: 'All' })).toBeNull();
  await userEvent.click(await dialog.findByRole('checkbox', { name: /Mia/ }));
  expect(await dialog.findByText('1 person loses 24 coins, for 12 answers.')).toBeVisible();
  expect(dialog.getByRole('list', { name: 'Who loses coins' })).toHaveTextContent('Mia12 answers');
  expect(dialog.getByText('1 answer waits for a revision and can’t be rejected.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Reject 12 answers …' }));
  const reasons = within(await screen.findByRole('dialog', { name: 'Why are you rejecting 12 answers?' }));
  await userEvent.click(reasons.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('checkbox', { name: /Mia/ })).toBeChecked();
  await userEvent.click(await screen.findByRole('button', { name: 'Reject 12 answers …' }));
  await screen.findByText('Incomplete');
  await userEvent.keyboard('2');
  await waitFor(() => expect(started).toHaveLength(1));
  expect(started).toEqual([{ decision: 'reject', rule: { workers: ['w1'] }, reasonCode: 'wrong' }]);
});

it('counts a reviewed file before it decides, and lists its faults in place', async () => {
  const uploads: string[] = [];
  open({
    'PUT /tasks/{id}/decisions.csv': ({ query: { dryRun } }: FakeRequest) => {
      uploads.push(dryRun === '1' ? 'checked' : 'decided');
      if (uploads.length === 1)
        return problem(400, 'validation', 'No.', { 'rows.3.reason text': 'Explain why, in at least 10 characters' });
      return dryRun === '1' ? estimate({ approve: ALL, reject: MIA, alreadyDecided: 2 }) : { insertedId: 'r1' };
    },
  });
  await choose('By a reviewed file');
  const file = () => new File(['submission,decision\n'], 'answers.csv', { type: 'text/csv' });
  await userEvent.upload(await screen.findByLabelText('CSV file'), file());
  expect(
    await screen.findByText('1 problem found. Fix the file and upload it again. Nothing has been decided.'),
  ).toBeVisible();
  expect(screen.getByRole('table', { name: /^Problems/ })).toHaveTextContent(/3.*reason text.*Explain why/);
  await userEvent.upload(screen.getByLabelText('CSV file'), file());
  expect(await screen.findByText('This approves 15 answers by 2 people, who get 30 coins.')).toBeVisible();
  expect(screen.getByText('1 person loses 24 coins, for 12 answers.')).toBeVisible();
  expect(screen.getByText('2 answers have been decided already, and won’t change.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Decide 27 answers' }));
  await waitFor(() => expect(uploads).toEqual(['checked', 'checked', 'decided']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows the progress of a run that an earlier visit has started, and the outcome of the last one', async () => {
  open({
    'GET /tasks/{id}/decisions': [
      aRun(),
      aRun({ _id: 'r0', rejected: 10, leftPending: 2, finishedAt: '2026-11-22T12:01:00.000Z' }),
    ],
  });
  expect(await screen.findByText('4 of 12 answers decided. You can leave this page.')).toBeVisible();
  expect(screen.queryByText(/^Decided:/)).toBeNull();
});

it.each([
  ['1-3, 7', [1, 2, 3, 7]],
  ['5 4;4', [5, 4]],
  ['', []],
  ['0', null],
  ['91', null],
  ['3-1', null],
  ['all', null],
])('reads the pages %j', (typed, pages) => expect(pagesIn(typed, 90)).toEqual(pages));
