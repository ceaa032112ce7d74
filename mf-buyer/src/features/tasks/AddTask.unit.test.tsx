import { STARTING_COINS } from '@piecework/contracts/constants';
import { dialogs, learnServerTime } from '@piecework/web-kit';
import { aPayment, aTask, later, networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';
import { costOf, today } from './posting';
import { TEMPLATE_NAMES, TEMPLATES } from './task-templates';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const POST = 'POST /tasks';
const PICTURE = '/images/00000000000000000000000001.webp';
const BUYER = { userEmail: 'bo@example.com', userRole: 'buyer', userAvailableCoin: 50 } as const;

/** Without delays between key presses. */
const user = userEvent.setup({ delay: null });

let failure: jest.SpyInstance;
let toast: jest.SpyInstance;
beforeAll(() => {
  // jsdom draws no previews.
  Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => {} });
});
beforeEach(() => {
  localStorage.clear();
  failure = jest.spyOn(dialogs, 'failure').mockResolvedValue();
  toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const open = async (answers: Answers = {}, changes: { userEmail?: string } = {}, search = '') => {
  const app = renderApp(remote, {
    path: `/dashboard/buyerAddTask${search}`,
    answers: {
      'POST /images': { success: true, data: { display_url: PICTURE, width: 1, height: 1 } },
      [POST]: { insertedId: 't1' },
      ...answers,
    },
    user: { ...BUYER, ...changes },
  });
  await screen.findByLabelText('Task Title');
  return app;
};
type App = Awaited<ReturnType<typeof open>>;
const posts = ({ calls }: App) => calls.filter(({ route }) => route === POST);
const keys = (app: App) => posts(app).map(({ headers }) => headers['idempotency-key']);

const fill = async ({ workers = '7', pay = '7', title = 'Type receipts' } = {}) => {
  await user.type(screen.getByLabelText('Task Title'), title);
  await user.type(screen.getByLabelText('Task Detail'), 'Type shop and total.');
  await user.type(screen.getByLabelText('Required Workers'), workers);
  await user.type(screen.getByLabelText('Payable Amount'), pay);
  await user.type(screen.getByLabelText('Completion Date'), today());
  await user.type(screen.getByLabelText('Submission Info'), 'A link');
  const file = new File(['x'], 'task.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('Task Image'), file);
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
};
const submit = () => screen.getByRole('button', { name: 'Add Task' });
const press = () => user.click(submit());
const cost = () => screen.getByRole('region', { name: 'Total cost' });

describe('the rules', () => {
  it('show a message for every empty field', async () => {
    const app = await open();
    await press();
    for (const label of [
      'Task Title',
      'Task Detail',
      'Required Workers',
      'Payable Amount',
      'Completion Date',
      'Submission Info',
      'Task Image URL',
    ])
      expect(await screen.findByText(`${label} is required`)).toBeVisible();
    expect(posts(app)).toHaveLength(0);
  });

  it('reject numbers below 1, fractions and past days', async () => {
    const app = await open();
    await fill({ workers: '0', pay: '1.5' });
    await user.clear(screen.getByLabelText('Completion Date'));
    await user.type(screen.getByLabelText('Completion Date'), '2020-01-01');
    await press();
    expect(await screen.findByText('Required Workers must be at least 1')).toBeVisible();
    expect(screen.getByText('Payable Amount must be a whole number')).toBeVisible();
    expect(screen.getByText('Completion Date must be today or later')).toBeVisible();
    expect(posts(app)).toHaveLength(0);
  });
});

test('the first day that is offered is that of the server, also where the clock of the device is wrong', async () => {
  learnServerTime('Tue, 01 Jan 2030 12:00:00 GMT');
  await open();
  expect(screen.getByLabelText('Completion Date')).toHaveAttribute('min', '2030-01-01');
  learnServerTime(new Date().toUTCString());
});

describe('a template', () => {
  it.each(TEMPLATE_NAMES)('fills texts and numbers that the starting coins pay: %s', async (name) => {
    const { values } = TEMPLATES[name];
    await open({}, {}, `?template=${name}`);
    await waitFor(() => expect(screen.getByLabelText('Task Title')).toHaveValue(values.taskTitle));
    expect(screen.getByLabelText('Task Detail')).toHaveValue(values.taskDetail);
    expect(screen.getByLabelText('Submission Info')).toHaveValue(values.submissionInfo);
    expect(screen.getByLabelText('Required Workers')).toHaveValue(values.requiredWorkers);
    const total = costOf(values.requiredWorkers, values.payableAmount) ?? 0;
    expect(total).toBeLessThan(STARTING_COINS.buyer);
    expect(cost()).toHaveTextContent(`${total} coins`);
  });

  it('is applied once, so that its values can be changed', async () => {
    await open({}, {}, '?template=survey');
    const title = screen.getByLabelText('Task Title');
    await waitFor(() => expect(title).toHaveValue(TEMPLATES.survey.values.taskTitle));
    await user.clear(title);
    await user.type(title, 'Mine');
    await user.click(screen.getByRole('radio', { name: /^With a text/ }));
    await press();
    expect(await screen.findByText('Completion Date is required')).toBeVisible();
    expect(title).toHaveValue('Mine');
    expect(screen.getByRole('radio', { name: /^With a text/ })).toBeChecked();
  });

  it('does not replace a draft', async () => {
    const app = await open();
    await user.type(screen.getByLabelText('Task Title'), 'Mine');
    app.unmount();
    await open({}, {}, '?template=survey');
    expect(screen.getByLabelText('Task Title')).toHaveValue('Mine');
    expect(screen.getByLabelText('Task Detail')).toHaveValue('');
  });

  it('is another task of the buyer too, without its date', async () => {
    const copied = aTask({
      _id: 't9',
      taskTitle: 'Type receipts',
      requiredWorkers: 1,
      payableAmount: 4,
      totalPayableAmount: 12,
      autoApproveHours: 24,
      reserveMinutes: 0,
    });
    const app = await open({ 'GET /tasks/{id}': copied }, {}, '?copy=t9');
    await waitFor(() => expect(screen.getByLabelText('Task Title')).toHaveValue('Type receipts'));
    expect(screen.getByLabelText('Required Workers')).toHaveValue('3');
    expect(screen.getByLabelText('Completion Date')).toHaveValue('');
    await user.type(screen.getByLabelText('Completion Date'), today());
    await press();
    await waitFor(() =>
      expect(posts(app)).toMatchObject([
        { body: { autoApproveHours: 24, reserveMinutes: 0, closeAtCompletion: false, payableAmount: 4 } },
      ]),
    );
  });

  it('that is unknown leaves the form empty', async () => {
    await open({}, {}, '?template=toString');
    expect(screen.getByLabelText('Task Title')).toHaveValue('');
  });
});

describe('the settings', () => {
  const fold = () => screen.getByText('Settings').closest('details') as HTMLDetailsElement;
  const rate = () => screen.getByLabelText('Minimum approval rate, in percent');

  it('are a sentence that follows them', async () => {
    await open();
    expect(fold()).not.toHaveAttribute('open');
    expect(fold()).toHaveTextContent(
      'Closes after its completion date, work is approved after 168 hours at the latest, a place is held for 30 minutes, any worker can submit.',
    );
    await user.click(screen.getByText('Settings'));
    await user.clear(rate());
    await user.type(rate(), '85');
    await user.selectOptions(screen.getByLabelText('After this date'), 'stay');
    expect(fold()).toHaveTextContent(/^SettingsStays open .*, for an approval rate of 85% and more\./);
  });

  it('open with a fault, which has the focus if it is the first one', async () => {
    await open();
    await user.clear(rate());
    await user.type(rate(), '101');
    await press();
    expect(screen.getByLabelText('Task Title')).toHaveFocus();
    expect(await screen.findByText('Approval rate must be at most 100')).toBeVisible();
    await fill();
    await press();
    await waitFor(() => expect(rate()).toHaveFocus());
  });
});

describe('the minutes of a reservation', () => {
  const minutes = () => screen.getByLabelText('Hold a place for … minutes');

  it('are half an hour unless the buyer changes them', async () => {
    const app = await open();
    expect(minutes()).toHaveValue('30');
    await fill();
    await press();
    await waitFor(() => expect(posts(app)).toMatchObject([{ body: { reserveMinutes: 30 } }]));
  });

  it.each([
    ['4', 'Minutes to hold a place must be 0, or at least 5'],
    ['1441', 'Minutes to hold a place must be at most 1440'],
  ])('are refused as %s', async (value, message) => {
    const app = await open();
    await user.clear(minutes());
    await user.type(minutes(), value);
    await fill();
    await press();
    expect(await screen.findByText(message)).toBeVisible();
    expect(posts(app)).toEqual([]);
  });
});

describe('the approval rate that workers need', () => {
  const rate = () => screen.getByLabelText('Minimum approval rate, in percent');

  it('is 0 unless the buyer changes it', async () => {
    const app = await open();
    expect(rate()).toHaveValue('0');
    await user.clear(rate());
    await user.type(rate(), '85');
    await fill();
    await press();
    await waitFor(() => expect(posts(app)).toMatchObject([{ body: { minApprovalRate: 85 } }]));
  });

  it.each([
    ['', 'Approval rate is required'],
    ['101', 'Approval rate must be at most 100'],
  ])('is refused when it is %j', async (typed, message) => {
    const app = await open();
    await user.clear(rate());
    if (typed) await user.type(rate(), typed);
    await press();
    expect(await screen.findByText(message)).toBeVisible();
    expect(posts(app)).toEqual([]);
  });
});

describe('the hours until a submission is approved automatically', () => {
  const hours = () => screen.getByLabelText('Approve automatically after … hours');

  it('are a week unless the buyer changes them', async () => {
    const app = await open();
    expect(hours()).toHaveValue('168');
    await fill();
    await press();
    await waitFor(() => expect(posts(app)).toMatchObject([{ body: { autoApproveHours: 168 } }]));
  });

  it('may be 0: never', async () => {
    const app = await open();
    await user.clear(hours());
    await user.type(hours(), '0');
    await fill();
    await press();
    await waitFor(() => expect(posts(app)).toMatchObject([{ body: { autoApproveHours: 0 } }]));
  });

  it.each([
    ['', 'Hours until approval is required'],
    ['-1', 'Hours until approval must be at least 0'],
    ['721', 'Hours until approval must be at most 720'],
  ])('are refused when they are %j', async (typed, message) => {
    const app = await open();
    await user.clear(hours());
    if (typed) await user.type(hours(), typed);
    await press();
    expect(await screen.findByText(message)).toBeVisible();
    expect(posts(app)).toHaveLength(0);
  });
});

describe('the total cost', () => {
  it('updates while typing, with the remaining balance', async () => {
    await open();
    await user.type(screen.getByLabelText('Required Workers'), '4');
    await user.type(screen.getByLabelText('Payable Amount'), '12');
    expect(cost()).toHaveTextContent('48');
    expect(within(cost()).getByText('Balance after posting').closest('div')).toHaveTextContent('2 coins');
  });

  it('shows how many coins are missing', async () => {
    await open();
    await user.type(screen.getByLabelText('Required Workers'), '5');
    await user.type(screen.getByLabelText('Payable Amount'), '10');
    expect(cost()).toHaveTextContent('You need 1 more coin');
  });
});

it('says beside a shortage which coins are on their way', async () => {
  await open({ 'GET /payments': [aPayment({ coins: 500 }), aPayment({ coins: 150 })] });
  await user.type(screen.getByLabelText('Required Workers'), '5');
  await user.type(screen.getByLabelText('Payable Amount'), '10');
  await waitFor(() => expect(cost()).toHaveTextContent('650 coins are on their way'));
});

describe('a task that costs the whole balance', () => {
  it('is not posted: shows the dialog of P-12.3 and opens the packages', async () => {
    const app = await open();
    await fill({ workers: '5', pay: '10' });
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerPurchaseCoin'));
    expect(failure).toHaveBeenCalledWith({ title: 'Submission Fail', text: 'Please Purchase coin' });
    expect(posts(app)).toHaveLength(0);
    expect(await screen.findByText(/you need at least 1 more/)).toBeVisible();
    expect(screen.getByText('Enough for your task')).toBeVisible();
  });

  it('is restored after the purchase', async () => {
    const app = await open();
    await fill({ workers: '5', pay: '10' });
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerPurchaseCoin'));
    await user.click(await screen.findByRole('link', { name: 'Back to the task' }));
    await waitFor(() => expect(screen.getByLabelText('Task Title')).toHaveValue('Type receipts'));
    expect(screen.getByLabelText('Required Workers')).toHaveValue('5');
    expect(screen.getByLabelText('Submission Info')).toHaveValue('A link');
  });

  it('is rejected in the same way when another tab has spent the coins', async () => {
    const app = await open({ [POST]: problem(409, 'insufficient-coins', 'Please Purchase coin') });
    await fill();
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerPurchaseCoin'));
    expect(failure).toHaveBeenCalledWith({ title: 'Submission Fail', text: 'Please Purchase coin' });
  });
});

describe('a task that costs one coin less', () => {
  it('is posted with all its fields and a key, and shown in the list', async () => {
    const app = await open({ 'GET /tasks': [aTask({ taskTitle: 'Type receipts' })] });
    await fill();
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerTask'));
    expect(posts(app)).toMatchObject([
      {
        body: {
          taskTitle: 'Type receipts',
          taskDetail: 'Type shop and total.',
          requiredWorkers: 7,
          payableAmount: 7,
          completionDate: today(),
          submissionInfo: 'A link',
          taskImageURL: PICTURE,
          closeAtCompletion: true,
        },
        headers: { 'idempotency-key': expect.any(String) },
      },
    ]);
    expect(toast).toHaveBeenCalledWith({
      icon: 'success',
      title: 'Successfully submitted',
      ms: 6000,
      link: expect.objectContaining({ label: 'View results', href: '/dashboard/buyerTask/t1' }),
    });
  });

  it('is posted once on a double click', async () => {
    const app = await open({ [POST]: later(20, { insertedId: 't1' }) });
    await fill();
    await user.dblClick(submit());
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerTask'));
    expect(posts(app)).toHaveLength(1);
  });

  it('clears the draft', async () => {
    const app = await open();
    await fill();
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerTask'));
    app.unmount();
    await open();
    expect(screen.getByLabelText('Task Title')).toHaveValue('');
  });
});

describe('a posting that fails', () => {
  it('keeps the input, and the idempotency key until the outcome is known', async () => {
    const app = await open({ [POST]: networkFailure() });
    await fill();
    await press();
    expect(await screen.findByText(/couldn’t reach Piecework/)).toBeVisible();
    expect(screen.getByLabelText('Task Title')).toHaveValue('Type receipts');
    app.answer({ [POST]: problem(503, 'unavailable', 'Part of Piecework isn’t responding.') });
    await press();
    expect(await screen.findByText('Part of Piecework isn’t responding.')).toBeVisible();
    app.answer({ [POST]: problem(400, 'validation', 'No.', { taskTitle: 'Task Title is too rude' }) });
    await press();
    expect(await screen.findByText('Task Title is too rude')).toBeVisible();
    app.answer({ [POST]: { insertedId: 't1' } });
    await user.type(screen.getByLabelText('Task Title'), '!');
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerTask'));
    const [first, second, third, fourth] = keys(app);
    expect(first).toBeTruthy();
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  it('keeps the input when the picture is refused, and is posted after a retried upload', async () => {
    const down = 'Wait a moment and send this one again.';
    const app = await open({ 'POST /images': problem(429, 'too-many-requests', down) });
    await fill();
    expect(await screen.findByText(down)).toBeVisible();
    await press();
    expect(posts(app)).toHaveLength(0);
    expect(screen.getByLabelText('Task Title')).toHaveValue('Type receipts');
    expect(screen.getByLabelText('Task Detail')).toHaveValue('Type shop and total.');
    expect(screen.getByLabelText('Payable Amount')).toHaveValue('7');
    const hosted = 'https://i.ibb.example/a.webp';
    app.answer({ 'POST /images': { success: true, data: { display_url: hosted, width: 1, height: 1 } } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Picture uploaded.');
    await press();
    await waitFor(() => expect(posts(app)[0]?.body).toMatchObject({ taskImageURL: hosted }));
  });

  it('shows a notice in the task list while the posting is still underway', async () => {
    const app = await open({ [POST]: problem(503, 'still-underway', 'It is safely underway.') });
    await fill();
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerTask'));
    expect(await screen.findByText(/“Type receipts” is being posted/)).toBeVisible();
    app.answer({ 'GET /tasks': [aTask({ taskTitle: 'Type receipts' })] });
    const { refresh } = await import('@piecework/web-kit/query');
    refresh('GET /tasks');
    await waitFor(() => expect(screen.queryByText(/is safely underway/)).toBeNull());
  });
});

describe('the draft', () => {
  it('survives a reload and belongs to one user', async () => {
    const app = await open();
    await user.type(screen.getByLabelText('Task Title'), 'Half a task');
    app.unmount();
    const other = await open({}, { userEmail: 'eve@example.com' });
    expect(screen.getByLabelText('Task Title')).toHaveValue('');
    other.unmount();
    await open();
    await waitFor(() => expect(screen.getByLabelText('Task Title')).toHaveValue('Half a task'));
  });
});
