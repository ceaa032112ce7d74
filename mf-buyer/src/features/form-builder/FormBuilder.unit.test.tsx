import { dialogs } from '@piecework/web-kit';
import { aTask, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';
import { TEMPLATE_FORMS } from '../tasks/initial-values';
import { today } from '../tasks/posting';
import { TEMPLATE_NAMES } from '../tasks/task-templates';
import { draftsIn, faultsOf, formOf } from './field-draft';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const POST = 'POST /tasks';
const PICTURE = '/images/00000000000000000000000001.webp';
const user = userEvent.setup({ delay: null });

beforeEach(() => {
  localStorage.clear();
  jest.spyOn(dialogs, 'failure').mockResolvedValue();
  jest.spyOn(dialogs, 'toast').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const open = async (answers: Answers = {}, search = '') => {
  const app = renderApp(remote, {
    path: `/dashboard/buyerAddTask${search}`,
    answers: { [POST]: { insertedId: 't1' }, ...answers },
    user: { userEmail: 'bo@example.com', userRole: 'buyer', userAvailableCoin: 50 },
  });
  await screen.findByLabelText('Task Title');
  return app;
};
type App = Awaited<ReturnType<typeof open>>;
const bodies = ({ calls }: App) => calls.filter(({ route }) => route === POST).map(({ body }) => body);

const builder = () => screen.getByRole('group', { name: 'Form' });
const inBuilder = () => within(builder());
const preview = () => within(screen.getByRole('complementary', { name: 'As workers see it' }));
const button = (name: string | RegExp) => inBuilder().getByRole('button', { name });
const useForm = async () => {
  await user.click(screen.getByRole('radio', { name: /^With a form/ }));
  await screen.findByRole('group', { name: 'Form' });
};
const add = async (kind: string, label: string) => {
  await user.click(button(kind));
  await user.keyboard(label);
};
const titles = () =>
  inBuilder()
    .queryAllByRole('listitem')
    .flatMap((row) => within(row).queryAllByRole('button', { name: /^\d/ }))
    .map((toggle) => toggle.querySelector('strong')?.textContent);
const openField = (name: RegExp) => user.click(button(name));
const press = () => user.click(screen.getByRole('button', { name: 'Add Task' }));

/** The rest of the task, as a copy of another one. */
const COPY: Answers = {
  'GET /tasks/{id}': aTask({
    _id: 't9',
    taskTitle: 'Type receipts',
    payableAmount: 4,
    totalPayableAmount: 12,
    taskImageURL: PICTURE,
  }),
};
const openFilled = async (answers: Answers = {}) => {
  const app = await open({ ...COPY, ...answers }, '?copy=t9');
  await waitFor(() => expect(screen.getByLabelText('Task Title')).toHaveValue('Type receipts'));
  await user.type(screen.getByLabelText('Completion Date'), today());
  await useForm();
  return app;
};

it('is not shown, and nothing of it is sent, while workers answer with a text', async () => {
  const app = await openFilled();
  await user.click(screen.getByRole('radio', { name: /^With a text/ }));
  expect(screen.queryByRole('group', { name: 'Form' })).toBeNull();
  await press();
  await waitFor(() => expect(bodies(app)).toHaveLength(1));
  expect(Object.keys(bodies(app)[0] as object)).toEqual([
    'taskTitle',
    'taskDetail',
    'requiredWorkers',
    'payableAmount',
    'completionDate',
    'submissionInfo',
    'autoApproveHours',
    'reserveMinutes',
    'minApprovalRate',
    'taskImageURL',
    'closeAtCompletion',
  ]);
});

it('adds fields by keyboard, and sends them', async () => {
  const app = await openFilled();
  await add('Short text', 'Shop');
  await user.selectOptions(inBuilder().getByLabelText('Format'), 'Digits only');
  await add('Number', 'Total');
  await user.click(inBuilder().getByLabelText(/^Smallest value/));
  await user.paste('-1.5');
  await user.click(inBuilder().getByRole('checkbox'));
  await add('One choice', 'Currency');
  await user.click(inBuilder().getByLabelText('Options'));
  await user.paste('Taka\r\nEuro\r\n');
  await user.click(inBuilder().getByLabelText('Label'));
  await user.keyboard('{Enter}');
  expect(bodies(app)).toEqual([]);
  await press();
  await waitFor(() => expect(bodies(app)).toHaveLength(1));
  expect(bodies(app)[0]).toMatchObject({
    taskTitle: 'Type receipts',
    form: {
      fields: [
        { kind: 'text', name: 'shop', label: 'Shop', required: true, format: 'digits' },
        { kind: 'number', name: 'total', label: 'Total', required: false, min: '-1.5' },
        {
          kind: 'choice',
          name: 'currency',
          label: 'Currency',
          required: true,
          options: [
            { value: 'Taka', label: 'Taka' },
            { value: 'Euro', label: 'Euro' },
          ],
        },
      ],
    },
  });
});

it('reorders by keyboard, keeps the focus and announces the place', async () => {
  await open();
  await useForm();
  for (const label of ['One', 'Two', 'Three']) await add('Short text', label);
  expect(titles()).toEqual(['1. One', '2. Two', '3. Three']);
  const up = () => button('Move up: Three');
  up().focus();
  await user.keyboard('{Enter}');
  expect(titles()).toEqual(['1. One', '2. Three', '3. Two']);
  expect(up()).toHaveFocus();
  expect(screen.getByText('Three is now field 2 of 3.')).toHaveAttribute('role', 'status');
  await user.keyboard('{Enter}{Enter}');
  expect(titles()).toEqual(['1. Three', '2. One', '3. Two']);
  expect(up()).toHaveAttribute('aria-disabled', 'true');
  button('Move down: Three').focus();
  await user.keyboard(' ');
  expect(titles()).toEqual(['1. One', '2. Three', '3. Two']);
  expect(button('Move down: Three')).toHaveFocus();
});

it('deletes a field, and brings it back where it was', async () => {
  await open();
  await useForm();
  await add('One choice', 'One');
  await user.type(inBuilder().getByLabelText('Options'), 'A{Enter}B');
  await add('Short text', 'Two');
  await user.click(button('Delete: One'));
  expect(titles()).toEqual(['1. Two']);
  expect(button('Undo')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(titles()).toEqual(['1. One', '2. Two']);
  expect(button(/^1\. One/)).toHaveFocus();
  await user.click(button('Delete: Two'));
  expect(within(builder()).getByText('“Two” was deleted.')).toBeVisible();
  await user.click(button('Undo'));
  expect(titles()).toEqual(['1. One', '2. Two']);
  await openField(/^1\. One/);
  expect(inBuilder().getAllByLabelText('Options')[0]).toHaveValue('A\nB');
});

it('loses nothing when the kind changes back and forth', async () => {
  await open();
  await useForm();
  await add('One choice', 'Currency');
  await user.type(inBuilder().getByLabelText('Options'), 'Taka{Enter}Euro');
  const kind = inBuilder().getByLabelText('Kind');
  await user.selectOptions(kind, 'Number');
  await user.type(inBuilder().getByLabelText(/^Smallest value/), '5');
  await user.selectOptions(kind, 'Date');
  expect(inBuilder().getByLabelText(/^Earliest day/)).toHaveValue('');
  await user.selectOptions(kind, 'Several choices');
  expect(inBuilder().getByLabelText('Options')).toHaveValue('Taka\nEuro');
  await user.selectOptions(kind, 'Number');
  expect(inBuilder().getByLabelText(/^Smallest value/)).toHaveValue('5');
});

describe('faults', () => {
  it('stand at their place, and the first one gets the focus in an opened field', async () => {
    const app = await openFilled();
    await press();
    expect(await inBuilder().findByText('Add at least one field.')).toBeVisible();
    expect(button('Short text')).toHaveFocus();
    await add('One choice', 'Currency');
    await user.type(inBuilder().getByLabelText('Options'), 'Taka{Enter}{Enter}Taka');
    await add('Short text', '   ');
    expect(inBuilder().queryByText(/is required/)).toBeNull();
    await press();
    await waitFor(() => expect(inBuilder().getByLabelText('Options')).toHaveFocus());
    expect(inBuilder().getByLabelText('Options')).toHaveAccessibleDescription(/^Line 3: Another option is the same/);
    expect(inBuilder().getAllByLabelText('Label')[1]).toHaveAccessibleDescription(/^Label is required/);
    await user.type(inBuilder().getByLabelText('Options'), '!');
    expect(inBuilder().getByLabelText('Options')).toBeValid();
    await openField(/^2\. Field 2/);
    expect(button(/^2\. Field 2.*Needs a change/)).toBeVisible();
    await press();
    await waitFor(() => expect(inBuilder().getAllByLabelText('Label')[1]).toHaveFocus());
    await user.keyboard('Note');
    await press();
    await waitFor(() => expect(bodies(app)).toHaveLength(1));
  });

  it('of names and values open Advanced', async () => {
    await open();
    await useForm();
    await add('One choice', 'Currency');
    await user.type(inBuilder().getByLabelText('Options'), 'Taka{Enter}Euro');
    await user.click(inBuilder().getByText('Advanced'));
    expect(inBuilder().getByLabelText('Name in downloads')).toHaveAttribute('placeholder', 'currency');
    await user.type(inBuilder().getByLabelText('Euro'), 'a b');
    await user.click(inBuilder().getByText('Advanced'));
    await press();
    await waitFor(() =>
      expect(inBuilder().getByLabelText('Euro')).toHaveAccessibleDescription(/^Value must have letters/),
    );
  });

  it('of the server are shown at their place until the form changes', async () => {
    const app = await openFilled();
    await add('One choice', 'Currency');
    await user.type(inBuilder().getByLabelText('Options'), 'Taka{Enter}Euro');
    await add('Short text', 'Note');
    app.answer({
      [POST]: problem(400, 'validation', 'Please correct the marked fields.', {
        'form.fields.0.options.1.label': 'Option is too rude',
      }),
    });
    await press();
    await waitFor(() => expect(inBuilder().getByLabelText('Options')).toHaveFocus());
    expect(inBuilder().getByLabelText('Options')).toHaveAccessibleDescription(/^Line 2: Option is too rude/);
    expect(screen.getByText('Please correct the marked fields.')).toBeVisible();
    await user.type(inBuilder().getByLabelText('Options'), 's');
    expect(inBuilder().getByLabelText('Options')).toBeValid();
    app.answer({ [POST]: { insertedId: 't1' } });
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerTask'));
  });
});

describe('the preview', () => {
  it('shows the form as workers see it, and can be tried', async () => {
    const app = await open();
    await useForm();
    await user.click(preview().getByText('As workers see it'));
    expect(preview().getByText(/^Your fields appear here/)).toBeVisible();
    await add('Number', 'Total');
    await user.type(inBuilder().getByLabelText(/^Smallest value/), '3');
    await user.type(preview().getByLabelText('Total'), '2');
    await user.click(preview().getByRole('button', { name: 'Try it' }));
    await waitFor(() =>
      expect(preview().getByLabelText('Total')).toHaveAccessibleDescription(/^This answer must be at least 3/),
    );
    await user.type(inBuilder().getByLabelText('Label'), ' price');
    await user.type(preview().getByLabelText('Total price'), '9{Enter}');
    expect(await preview().findByText('A worker could submit this answer.')).toBeVisible();
    expect(preview().getByLabelText('Total price')).toHaveValue('29');
    expect(bodies(app)).toEqual([]);
    expect(screen.queryByText('Task Title is required')).toBeNull();
  });
});

describe('the draft', () => {
  it('has the form after a reload, also while it is not shown', async () => {
    const app = await open();
    await useForm();
    await add('One choice', 'Currency');
    await user.type(inBuilder().getByLabelText('Options'), 'Taka{Enter}Euro');
    app.unmount();
    const second = await open();
    await screen.findByText('We restored your draft.');
    await waitFor(() => expect(titles()).toEqual(['1. Currency']));
    await user.click(screen.getByRole('radio', { name: /^With a text/ }));
    second.unmount();
    await open();
    expect(screen.queryByRole('group', { name: 'Form' })).toBeNull();
    await useForm();
    await openField(/^1\. Currency/);
    expect(inBuilder().getByLabelText('Options')).toHaveValue('Taka\nEuro');
    await user.click(screen.getByRole('button', { name: 'Discard draft' }));
    await useForm();
    expect(titles()).toEqual([]);
  });

  it('survives the purchase of coins', async () => {
    const app = await openFilled();
    await add('Short text', 'Shop');
    await user.clear(screen.getByLabelText('Payable Amount'));
    await user.type(screen.getByLabelText('Payable Amount'), '500');
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerPurchaseCoin'));
    await user.click(await screen.findByRole('link', { name: 'Back to the task' }));
    await waitFor(() => expect(titles()).toEqual(['1. Shop']));
  });
});

it.each(TEMPLATE_NAMES)('edits the form of the template without faults: %s', async (name) => {
  const form = TEMPLATE_FORMS[name];
  const drafts = form ? draftsIn(JSON.stringify(form)) : [];
  expect(drafts.every(({ name, values }) => name === '' && values.trim() === '')).toBe(true);
  expect(form && formOf(drafts)).toEqual(form);
  expect(faultsOf(drafts).size).toBe(form ? 0 : 1);
  await open({}, `?template=${name}`);
  const way = form ? /^With a form/ : /^With a text/;
  await waitFor(() => expect(screen.getByRole('radio', { name: way })).toBeChecked());
  if (form) await waitFor(() => expect(titles()).toHaveLength(form.fields.length));
});

it('has at most 20 fields', async () => {
  const fields = Array.from({ length: 20 }, (_, at) => ({
    kind: 'text',
    name: `q${at}`,
    label: `Q${at}`,
    required: true,
  }));
  await open(
    { 'GET /tasks/{id}': aTask({ _id: 't9', hasForm: true }), 'GET /tasks/{id}/form': { fields } },
    '?copy=t9',
  );
  await waitFor(() => expect(titles()).toHaveLength(20));
  await user.click(button('Number'));
  expect(titles()).toHaveLength(20);
  expect(inBuilder().getByText('A form can have at most 20 fields.')).toBeVisible();
});

describe('another task of the buyer', () => {
  const FORM = { fields: [{ kind: 'number', name: 'sum', label: 'Total', required: false, decimals: 2 }] };
  const task = aTask({
    _id: 't9',
    taskTitle: 'Type receipts',
    payableAmount: 4,
    totalPayableAmount: 12,
    hasForm: true,
  });

  it('brings its form', async () => {
    const app = await open({ 'GET /tasks/{id}': task, 'GET /tasks/{id}/form': FORM }, '?copy=t9');
    await waitFor(() => expect(titles()).toEqual(['1. Total']));
    await user.type(screen.getByLabelText('Completion Date'), today());
    await press();
    await waitFor(() => expect(bodies(app)).toMatchObject([{ taskTitle: 'Type receipts', form: FORM }]));
  });

  it('is not copied without its form', async () => {
    const app = await open(
      { 'GET /tasks/{id}': task, 'GET /tasks/{id}/form': problem(400, 'bad', 'Not now.') },
      '?copy=t9',
    );
    expect(await screen.findByText('The form of your task didn’t load')).toBeVisible();
    expect(screen.getByLabelText('Task Title')).toHaveValue('');
    app.answer({ 'GET /tasks/{id}/form': FORM });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titles()).toEqual(['1. Total']));
    expect(screen.getByLabelText('Task Title')).toHaveValue('Type receipts');
  });
});
