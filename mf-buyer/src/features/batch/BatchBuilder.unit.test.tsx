import type { Batch } from '@piecework/contracts';
import { dialogs } from '@piecework/web-kit';
import { networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';
import { draftsIn, faultsOf, formOf } from '../form-builder/field-draft';
import { today } from '../tasks/posting';
import { BATCH_TEMPLATES } from './batch-templates';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const PATCH = 'PATCH /batches/{id}';
const PUT = 'PUT /batches/{id}/rows';
const PUBLISH = 'POST /batches/{id}/publish';
const PICTURE = '/images/00000000000000000000000001.webp';

/** Without delays between key presses. */
const user = userEvent.setup({ delay: null });

let failure: jest.SpyInstance;
let toast: jest.SpyInstance;
beforeEach(() => {
  localStorage.clear();
  failure = jest.spyOn(dialogs, 'failure').mockResolvedValue();
  toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const EMPTY: Batch = {
  _id: 'b1',
  autoApproveHours: 168,
  reserveMinutes: 30,
  minApprovalRate: 0,
  closeAtCompletion: true,
  rowsPerPage: 1,
  overlap: { max: 1 },
  changedAt: '2026-11-22T12:00:00.000Z',
};
const FILE: NonNullable<Batch['file']> = {
  rows: 10,
  columns: [
    { name: 'receipt_id', label: 'Receipt ID', kind: 'key' },
    { name: 'image_url', label: 'image_url', kind: 'text' },
  ],
  sample: [{ receipt_id: 'R-1041', image_url: 'https://pictures.example/1.png' }],
};
const WHOLE: Batch = {
  ...EMPTY,
  taskTitle: 'Type receipts',
  taskDetail: 'Type the total of {{receipt_id}}.',
  submissionInfo: 'The total.',
  taskImageURL: PICTURE,
  completionDate: today(),
  payableAmount: 2,
  form: { fields: [{ kind: 'text', name: 'total', label: 'Total of {{receipt_id}}', required: true }] },
  file: FILE,
};

const open = async (step: string, batch: Batch, answers: Answers = {}) => {
  const app = renderApp(remote, {
    path: `/dashboard/batches/b1?step=${step}`,
    answers: { 'GET /batches/{id}': batch, [PATCH]: { modifiedCount: 1 }, ...answers },
    user: { userEmail: 'bo@example.com', userRole: 'buyer', userAvailableCoin: 50 },
  });
  await screen.findByRole('navigation', { name: 'Steps' });
  return app;
};
type App = Awaited<ReturnType<typeof open>>;
const bodies = ({ calls }: App, of: string) => calls.filter(({ route }) => route === of).map(({ body }) => body);
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const publish = () => press('Publish');

it.each(BATCH_TEMPLATES)('has a template whose form the builder can show and check: $label', ({ form }) => {
  const drafts = draftsIn(JSON.stringify(form));
  expect([...faultsOf(drafts)]).toEqual([]);
  expect(formOf(drafts)).toEqual(form);
  expect(drafts.map(({ name, values }) => name + values.trim()).join('')).toBe('');
});

it('is filled by a template, and is saved when its first step is left', async () => {
  const app = await open('what', EMPTY);
  await press('Start with: Label pictures');
  expect(screen.getByLabelText('Task Title')).toHaveValue('Say what the pictures show');
  await user.click(screen.getByRole('link', { name: /^Form/ }));
  const title = await heading('What do workers answer?');
  await waitFor(() => expect(title).toHaveFocus());
  expect(screen.getByRole('link', { name: /^Form/ })).toHaveAttribute('aria-current', 'step');
  await waitFor(() =>
    expect(bodies(app, PATCH)).toEqual([
      { ...BATCH_TEMPLATES[0]?.values, rowsPerPage: 5, overlap: { max: 3 }, form: BATCH_TEMPLATES[0]?.form },
    ]),
  );
  expect(await screen.findByText('Saved')).toBeVisible();
});

it('is saved after a pause in typing', async () => {
  const app = await open('what', EMPTY);
  await user.type(await screen.findByLabelText('Submission Info'), 'The total');
  await waitFor(() => expect(bodies(app, PATCH)).toEqual([{ submissionInfo: 'The total' }]), { timeout: 3000 });
});

it('keeps what could not be sent, and what isn’t valid yet, through a lost network and a reload', async () => {
  const app = await open('what', EMPTY, { [PATCH]: networkFailure() });
  await user.type(await screen.findByLabelText('Task Title'), 'Type receipts');
  await user.type(screen.getByLabelText('Completion Date'), '2020-01-01');
  await user.click(screen.getByRole('link', { name: /^Data/ }));
  expect(await screen.findByText(/^Not saved yet; this browser keeps it/)).toBeVisible();
  app.unmount();

  const again = await open('what', EMPTY);
  expect(await screen.findByLabelText('Task Title')).toHaveValue('Type receipts');
  expect(screen.getByLabelText('Completion Date')).toHaveValue('2020-01-01');
  await user.click(screen.getByRole('link', { name: /^Data/ }));
  expect(
    await screen.findByText(/^Saved, except what needs a change: Completion Date must be today or later/),
  ).toBeVisible();
  expect(bodies(again, PATCH)).toEqual([{ taskTitle: 'Type receipts' }]);
  again.unmount();

  // The title is the server's now.
  await open('what', { ...EMPTY, taskTitle: 'Type bills' });
  expect(await screen.findByLabelText('Task Title')).toHaveValue('Type bills');
  expect(screen.getByLabelText('Completion Date')).toHaveValue('2020-01-01');
});

it('has a form, which is sent once it is valid', async () => {
  const app = await open('form', EMPTY);
  await press('Next: Data');
  expect(await screen.findByText('Add at least one field.')).toBeVisible();
  await press('Short text');
  await user.keyboard('Total');
  await press('Next: Data');
  await heading('Which rows do they answer it for?');
  await waitFor(() =>
    expect(bodies(app, PATCH)).toEqual([
      { form: { fields: [{ kind: 'text', name: 'total', label: 'Total', required: true }] } },
    ]),
  );
});

describe('the file of the rows', () => {
  const choose = async (name = 'rows.csv') =>
    user.upload(await screen.findByLabelText('CSV file'), new File(['a\n1\n'], name, { type: 'text/csv' }));

  it('is sent as it is; its faults are shown by row and column, and the earlier rows stay', async () => {
    const faults = { 'rows.12.receipt_id': 'Receipt ID is empty', 'rows.3': 'The row has too few cells' };
    const app = await open('data', WHOLE, { [PUT]: problem(400, 'validation', 'No.', faults) });
    await choose();
    expect(await screen.findByText(/^2 problems found.*Your earlier 10 rows stay/)).toBeVisible();
    const rows = within(screen.getByRole('table', { name: /^Problems/ })).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/3.*–.*The row has too few cells/),
      expect.stringMatching(/12.*receipt_id.*Receipt ID is empty/),
    ]);
    expect(app.calls.find(({ route }) => route === PUT)).toMatchObject({
      body: expect.any(File),
      headers: { 'content-type': 'text/csv' },
    });
    expect(screen.getByRole('region', { name: 'The first 1 of 10 rows' })).toHaveTextContent('R-1041');
  });

  it('shows its columns, whose kinds the buyer chooses, and its first rows', async () => {
    const app = await open('data', { ...WHOLE, file: undefined }, { [PUT]: { rows: 10, columns: FILE.columns } });
    app.answer({ 'GET /batches/{id}': WHOLE });
    await choose();
    expect(await screen.findByText('10 rows uploaded.')).toBeVisible();
    await user.selectOptions(await screen.findByLabelText('image_url'), 'Row key');
    await waitFor(() =>
      expect(bodies(app, PATCH)).toEqual([
        {
          columns: [
            { name: 'receipt_id', kind: 'text' },
            { name: 'image_url', kind: 'key' },
          ],
        },
      ]),
    );
    await user.selectOptions(screen.getByLabelText('image_url'), 'Picture');
    expect(await screen.findByRole('button', { name: 'Enlarge the picture of row 1' })).toBeVisible();
  });
});

it('has checks: a column with the right answers of a field, and settings beside the pay', async () => {
  const columns = [...FILE.columns, { name: 'expected_total', label: 'expected.total', kind: 'text' as const }];
  const app = await open('data', { ...WHOLE, file: { ...FILE, checks: 2, columns } });
  expect(await screen.findByText('2 checks in your file.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('expected.total'), 'Right answer: Total of {{receipt_id}}');
  await waitFor(() =>
    expect(bodies(app, PATCH)).toEqual([{ columns: [{ name: 'expected_total', kind: 'expected', field: 'total' }] }]),
  );
  await user.click(screen.getByRole('link', { name: /^Pay/ }));
  const settings = within(await screen.findByRole('region', { name: 'Checks' }));
  await user.type(settings.getByLabelText('Checks per page (optional)'), '2');
  await user.type(settings.getByLabelText('Accuracy that workers need, in percent (optional)'), '85');
  await user.type(settings.getByLabelText('After … checks (optional)'), '6');
  await user.type(settings.getByLabelText('Mark answers in less than … seconds (optional)'), '20');
  await user.click(screen.getByRole('link', { name: /^Data/ }));
  await waitFor(() =>
    expect(bodies(app, PATCH).at(-1)).toEqual({ checksPerPage: 2, minAccuracy: 0.85, checksBefore: 6, minSeconds: 20 }),
  );
});

it('warns of names in the texts that are no columns', async () => {
  await open('data', { ...WHOLE, taskDetail: 'Type the total of {{receipt}}.' });
  expect(await screen.findByText(/Your texts name {{receipt}}, but/)).toBeVisible();
});

it('shows what the batch costs, and what a page pays an hour by the time that the buyer needed', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const page = { number: 1, pages: 10, columns: FILE.columns };
  const rows = [{ number: 1, values: FILE.sample[0] ?? {}, text: 'Type the total of R-1041.' }];
  await open('pay', WHOLE, { 'GET /batches/{id}/preview': { page: { ...page, rows }, places: 10, cost: 20 } });
  await user.clear(await screen.findByLabelText('Answers per page'));
  await user.type(screen.getByLabelText('Answers per page'), '2');
  const cost = screen.getByRole('region', { name: 'Total cost' });
  expect(cost).toHaveTextContent('40 coins');
  expect(cost).toHaveTextContent('20 answers at 2 each');
  expect(within(cost).getByText('Balance after posting').closest('div')).toHaveTextContent('10 coins');
  expect(screen.getByText('Workers receive').closest('div')).toHaveTextContent('$2.00');

  await press('Try it yourself');
  const trial = within(await screen.findByRole('dialog'));
  await user.click(trial.getByRole('button', { name: 'Submit' }));
  expect(await trial.findByText(/is required/)).toBeVisible();
  await user.type(trial.getByLabelText('Total of R-1041'), '41.50');
  clock.mockReturnValue(40_000);
  await user.click(trial.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('About 40 s per page, $9.00 an hour.')).toBeVisible();
});

describe('fewer answers where they agree', () => {
  const AGREEING: Batch = {
    ...WHOLE,
    payableAmount: 1,
    overlap: { min: 2, max: 3 },
    agreement: 0.665,
    approveOnAgreement: true,
  };

  it('are asked for, with the cost as the most that it can be', async () => {
    const app = await open('pay', { ...WHOLE, overlap: { max: 3 } });
    const settings = within(await screen.findByRole('region', { name: 'Answers that agree' }));
    const fewest = settings.getByLabelText(/^Ask for at least … answers/);
    await user.type(fewest, '2');
    expect(settings.getByRole('status')).toHaveTextContent(/set aside 60 coins.*it costs 40\./);
    await user.selectOptions(settings.getByLabelText('How many must agree'), 'At least 60%');
    await user.selectOptions(settings.getByLabelText('Approve answers that agree right away'), 'Yes');
    await user.click(screen.getByRole('link', { name: /^Data/ }));
    await waitFor(() =>
      expect(bodies(app, PATCH).at(-1)).toEqual({
        overlap: { min: 2, max: 3 },
        agreement: 0.6,
        approveOnAgreement: true,
      }),
    );
  });

  it('stay as they are when other settings are saved', async () => {
    const app = await open('pay', AGREEING);
    expect(await screen.findByLabelText('How many must agree')).toHaveDisplayValue('At least 66.5%');
    await user.clear(screen.getByLabelText('Answers per page'));
    await user.type(screen.getByLabelText('Answers per page'), '4');
    await user.click(screen.getByRole('link', { name: /^Data/ }));
    await waitFor(() => expect(bodies(app, PATCH)).toEqual([{ overlap: { min: 2, max: 4 } }]));
  });

  it('are not sent while they are more than the most, and a fault of the server is shown at its field', async () => {
    const fault = { approveOnAgreement: 'Ask for at least 2 answers per page' };
    const app = await open('pay', AGREEING, { [PUBLISH]: problem(400, 'validation', 'No.', fault) });
    const fewest = await screen.findByLabelText(/^Ask for at least … answers/);
    await user.clear(fewest);
    await user.type(fewest, '4');
    await publish();
    expect(await screen.findAllByText(/Fewest answers per page can’t be more than the most/)).not.toHaveLength(0);
    expect(bodies(app, PATCH)).toEqual([]);
    await user.clear(fewest);
    await user.type(fewest, '2');
    await publish();
    expect(await screen.findAllByText(/Ask for at least 2 answers per page/)).toHaveLength(2);
  });
});

describe('publishing', () => {
  it('ends at My Task’s, with a link to the results', async () => {
    const app = await open('pay', WHOLE, { [PUBLISH]: { insertedId: 't1' } });
    await publish();
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerTask'));
    expect(bodies(app, PUBLISH)).toHaveLength(1);
    expect(toast).toHaveBeenCalledWith(
      expect.objectContaining({ link: expect.objectContaining({ href: '/dashboard/buyerTask/t1' }) }),
    );
  });

  it('lets nothing change meanwhile, in any step', async () => {
    let refuse = () => {};
    const answer = new Promise((resolve) => {
      refuse = () => resolve(problem(503, 'unavailable', 'Try again.'));
    });
    await open('pay', WHOLE, { [PUBLISH]: () => answer as never });
    await publish();
    await waitFor(() => expect(screen.getByLabelText('Pay per page')).toBeDisabled());
    await user.click(screen.getByRole('link', { name: /^What/ }));
    expect(await screen.findByLabelText('Task Title')).toBeDisabled();
    refuse();
    await waitFor(() => expect(screen.getByLabelText('Task Title')).toBeEnabled());
  });

  it('can be tried again for a batch that is being published, which nothing changes', async () => {
    await open('pay', { ...WHOLE, isPublishing: true });
    expect(await screen.findByLabelText('Pay per page')).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Publish' })).toBeEnabled();
  });

  it('leads to the step and the field of each fault', async () => {
    const [total] = WHOLE.form?.fields ?? [];
    const fields = total ? [{ ...total, label: 'Total of {{receipt}}' }] : [];
    const app = await open('pay', { ...WHOLE, taskTitle: undefined, form: { fields } });
    await publish();
    const faults = within(await screen.findByRole('alert'));
    expect(faults.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'What: Task Title is required',
      'Form: Your file has no column {{receipt}}',
    ]);
    expect(bodies(app, PUBLISH)).toEqual([]);
    await user.click(faults.getByRole('link', { name: 'What' }));
    await waitFor(() => expect(screen.getByLabelText('Task Title')).toHaveFocus());
    expect(screen.getByText('Task Title is required')).toBeVisible();
    await user.click(screen.getByRole('link', { name: /^Form/ }));
    await waitFor(() => expect(screen.getByLabelText('Label')).toHaveFocus());
    expect(screen.getByText('Your file has no column {{receipt}}')).toBeVisible();
  });

  it('shows the faults that only the server finds at their fields too', async () => {
    const fault = { taskDetail: 'Task Detail is too rude' };
    await open('pay', WHOLE, { [PUBLISH]: problem(400, 'validation', 'No.', fault) });
    await publish();
    await user.click(await screen.findByRole('link', { name: 'What' }));
    expect(await screen.findByText('Task Detail is too rude')).toBeVisible();
  });

  it('leads to the purchase of coins and back', async () => {
    const app = await open('pay', { ...WHOLE, payableAmount: 5 });
    await publish();
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerPurchaseCoin'));
    expect(failure).toHaveBeenCalledWith({ title: 'Submission Fail', text: 'Please Purchase coin' });
    expect(bodies(app, PUBLISH)).toEqual([]);
    await user.click(await screen.findByRole('link', { name: 'Back to the task' }));
    expect(app.path()).toBe('/dashboard/batches/b1?step=pay');
  });

  it('doesn’t run on what the server doesn’t have', async () => {
    const app = await open('pay', WHOLE, { [PATCH]: networkFailure() });
    await user.clear(await screen.findByLabelText('Pay per page'));
    await user.type(screen.getByLabelText('Pay per page'), '3');
    await publish();
    expect(await screen.findByText(/We couldn’t save the last changes/)).toBeVisible();
    expect(bodies(app, PUBLISH)).toEqual([]);
  });
});

it('leads to the task of a batch that is published already', async () => {
  renderApp(remote, {
    path: '/dashboard/batches/b1',
    answers: { 'GET /batches/{id}': problem(409, 'already-published', 'This batch has been published.') },
    user: { userRole: 'buyer' },
  });
  expect(await screen.findByRole('link', { name: "My Task's" })).toHaveAttribute('href', '/dashboard/buyerTask');
});

describe('the drafts', () => {
  const openList = (batches: Batch[], answers: Answers = {}) =>
    renderApp(remote, {
      path: '/dashboard/batches',
      answers: { 'GET /batches': batches, ...answers },
      user: { userRole: 'buyer' },
    });

  it('begin with an empty one, which has the settings that its steps show', async () => {
    const app = openList([], { 'POST /batches': { insertedId: 'b1' }, 'GET /batches/{id}': EMPTY });
    await press('New batch');
    await waitFor(() => expect(app.path()).toBe('/dashboard/batches/b1?step=what'));
    expect(bodies(app, 'POST /batches')).toEqual([
      expect.objectContaining({ rowsPerPage: 1, overlap: { max: 1 }, autoApproveHours: 168, closeAtCompletion: true }),
    ]);
  });

  it('can be continued at the step that lacks something, and deleted', async () => {
    const confirm = jest.spyOn(dialogs, 'confirm').mockResolvedValue(true);
    const app = openList([WHOLE, { ...EMPTY, _id: 'b2' }], {
      'GET /batches/{id}': { ...WHOLE, form: undefined },
      'DELETE /batches/{id}': { deletedCount: 1 },
    });
    expect(await screen.findByRole('row', { name: /Untitled batch/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /Type receipts/ })).toHaveTextContent('10');
    await press('Delete Type receipts');
    expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ detail: '“Type receipts”', danger: true }));
    await waitFor(() => expect(app.calls).toContainEqual(expect.objectContaining({ route: 'DELETE /batches/{id}' })));
    await user.click(screen.getByRole('link', { name: 'Continue Type receipts' }));
    expect(await heading('What do workers answer?')).toBeVisible();
  });
});
