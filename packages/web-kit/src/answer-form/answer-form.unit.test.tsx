import type { Answer, FormField } from '@piecework/contracts';
import { Button } from '@piecework/ui';
import { DraftNotice, useDraft, useForm, useSubmit } from '@piecework/web-kit/forms';
import { problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Answers } from './Answers';
import { AnswerFields, type AnswerValues, answerFieldOf, answersOf, emptyAnswers } from './index';

const OPTIONS = [
  { value: 'BDT', label: 'Taka' },
  { value: 'USD', label: 'US dollar' },
  { value: 'EUR', label: 'Euro' },
];
const FIELDS: FormField[] = [
  { kind: 'text', name: 'root', label: 'Shop', required: true, maxLength: 20, help: 'As on https://shops.example' },
  { kind: 'text', name: 'mail', label: 'Its email', required: false, format: 'email' },
  { kind: 'longText', name: 'note', label: 'Note', required: false },
  { kind: 'number', name: 'total', label: 'Total', required: true, decimals: 2, min: '0', max: '1000' },
  { kind: 'date', name: 'day', label: 'Day', required: false, min: '2026-01-01' },
  { kind: 'choice', name: 'currency', label: 'Currency', required: false, options: OPTIONS },
  { kind: 'choices', name: 'goods', label: 'Paid in', required: true, options: OPTIONS, maxCount: 2 },
  { kind: 'picture', name: 'receipt', label: 'Receipt', required: true },
];
const PICTURE = '/images/1';

const send = jest.fn<Promise<void>, [unknown]>();
beforeEach(() => {
  send.mockReset().mockResolvedValue();
  localStorage.clear();
});

const VALUES = { photo: 'https://pictures.example/1.jpg' };

const Form = ({ fields, former }: { fields: FormField[]; former?: Answer }) => {
  const form = useForm<AnswerValues>({ defaultValues: emptyAnswers(fields, former && [former]) });
  const draft = useDraft(form, 'work');
  const { onSubmit, failure } = useSubmit(form, (values) => send(answersOf(fields, values)), {
    fieldOf: answerFieldOf,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <DraftNotice draft={draft} />
      <AnswerFields fields={fields} form={form} values={VALUES} />
      <p>{failure}</p>
      <Button type="submit">Send</Button>
    </form>
  );
};

const open = (fields = FIELDS, former?: Answer) =>
  renderApp(<Form fields={fields} {...(former && { former })} />, {
    answers: { 'POST /images': { data: { display_url: PICTURE } } },
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const field = (label: string) => screen.getByLabelText(label);
const type = (label: string, text: string) => userEvent.type(field(label), text);

test('sends values of every kind as they were typed', async () => {
  open();
  await type('Shop', 'Corner shop');
  await type('Its email (optional)', 'shop@example.com');
  await type('Note (optional)', 'Torn{Enter}at the edge');
  await type('Total', '1,000.00');
  await type('Day (optional)', '2026-02-03');
  await userEvent.click(screen.getByRole('radio', { name: 'Euro' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'US dollar' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Taka' }));
  await userEvent.upload(field('Receipt'), new File(['x'], 'a.png', { type: 'image/png' }));
  await screen.findByAltText('Added picture 1');
  await press('Send');
  await waitFor(() =>
    expect(send).toHaveBeenCalledWith({
      answers: [
        {
          root: 'Corner shop',
          mail: 'shop@example.com',
          note: 'Torn\nat the edge',
          total: '1,000.00',
          day: '2026-02-03',
          currency: 'EUR',
          goods: ['BDT', 'USD'],
          receipt: [PICTURE],
        },
      ],
      attachments: [PICTURE],
    }),
  );
});

test('leaves out what has no value', async () => {
  open(FIELDS.map((one) => ({ ...one, required: false })));
  await type('Shop (optional)', ' ');
  await userEvent.click(screen.getByRole('radio', { name: 'Taka' }));
  await userEvent.click(screen.getByRole('radio', { name: 'No answer' }));
  await press('Send');
  await waitFor(() => expect(send).toHaveBeenCalledWith({ answers: [{}] }));
});

test('names the faults at their fields, moves to the first, and sends nothing', async () => {
  open();
  await type('Its email (optional)', 'shop');
  await type('Total', '1000.5');
  await type('Day (optional)', '2025-12-31');
  for (const { label } of OPTIONS) await userEvent.click(screen.getByRole('checkbox', { name: label }));
  await press('Send');
  await waitFor(() => expect(field('Shop')).toHaveAccessibleDescription(/^This answer is required/));
  expect(field('Shop')).toHaveFocus();
  expect(field('Its email (optional)')).toHaveAccessibleDescription('This answer must look like name@example.com');
  expect(field('Total')).toHaveAccessibleDescription(/^This answer must be at most 1000/);
  expect(field('Day (optional)')).toHaveAccessibleDescription('This answer must be 2026-01-01 or later');
  expect(screen.getByRole('group', { name: 'Paid in' })).toHaveAccessibleDescription(/^Choose at most 2/);
  expect(field('Receipt')).toHaveAccessibleDescription(/^This answer is required/);
  expect(field('Total')).toHaveValue('1000.5');
  expect(send).not.toHaveBeenCalled();
});

test('shows help and limits before', async () => {
  open();
  expect(field('Shop')).toHaveAccessibleDescription('As on https://shops.example');
  expect(screen.getByRole('link', { name: 'https://shops.example' })).toBeVisible();
  expect(field('Total')).toHaveAccessibleDescription('From 0 to 1000.');
  expect(screen.getByRole('group', { name: 'Paid in' })).toHaveAccessibleDescription('Choose up to 2.');
  expect(field('Receipt')).toHaveAccessibleDescription(/^One picture: JPEG/);
  await type('Shop', 'Nineteen characters');
  expect(field('Shop')).toHaveAccessibleDescription(/1 characters left\.$/);
});

test.each([
  [{ minCount: 2 }, 'Choose at least 2.'],
  [{ minCount: 1, maxCount: 2 }, 'Choose up to 2.'],
  [{ minCount: 2, maxCount: 2 }, 'Choose 2.'],
  [{ minCount: 2, maxCount: 3 }, 'Choose at least 2.'],
  [{}, ''],
])('says how many options to choose: %j', (counts, hint) => {
  open([{ kind: 'choices', name: 'goods', label: 'Paid in', required: true, options: OPTIONS, ...counts }]);
  expect(screen.getByRole('group')).toHaveAccessibleDescription(hint);
});

test('offers a long list of options in a select, with none chosen', async () => {
  const options = Array.from({ length: 8 }, (_, at) => ({ value: `v${at}`, label: `Option ${at}` }));
  open([{ kind: 'choice', name: 'one', label: 'Which', required: true, options }]);
  expect(field('Which')).toHaveDisplayValue('Choose one');
  await press('Send');
  await waitFor(() => expect(field('Which')).toHaveAccessibleDescription('This answer is required'));
  await userEvent.selectOptions(field('Which'), 'Option 3');
  await press('Send');
  await waitFor(() => expect(send).toHaveBeenCalledWith({ answers: [{ one: 'v3' }] }));
});

test('begins with a former answer', () => {
  open(FIELDS, { root: 'Corner shop', goods: ['EUR'], receipt: [PICTURE] });
  expect(field('Shop')).toHaveValue('Corner shop');
  expect(screen.getByRole('checkbox', { name: 'Euro' })).toBeChecked();
  expect(screen.getByAltText('Added picture 1')).toBeVisible();
});

test('restores a draft', async () => {
  const first = open();
  await type('Total', '41');
  await userEvent.click(screen.getByRole('radio', { name: 'Euro' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Euro' }));
  first.unmount();
  open();
  expect(field('Total')).toHaveValue('41');
  expect(screen.getByRole('radio', { name: 'Euro' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Euro' })).toBeChecked();
  await press('Discard draft');
  expect(screen.getByRole('checkbox', { name: 'Euro' })).not.toBeChecked();
});

test('draws boxes on the picture of the row, restores them, and sends them with at most 4 decimals', async () => {
  const boxes: FormField[] = [
    { kind: 'boxes', name: 'cars', label: 'Cars', required: true, options: OPTIONS, maxCount: 2, column: 'photo' },
  ];
  const first = open(boxes);
  const stage = await screen.findByRole('application', { name: 'Cars' });
  expect(stage.querySelector('img')).toHaveAttribute('src', VALUES.photo);
  await press('Send');
  await waitFor(() => expect(stage).toHaveAccessibleDescription(/^This answer is required/));
  expect(stage).toHaveFocus();
  await userEvent.keyboard('2n{ArrowRight}');
  first.unmount();
  open(boxes);
  expect(await screen.findByRole('group', { name: /^Box 1 of 1: US dollar, 41% from the left/ })).toBeInTheDocument();
  await press('Send');
  const box = { label: 'USD', x: 0.41, y: 0.4, width: 0.2, height: 0.2 };
  await waitFor(() => expect(send).toHaveBeenCalledWith({ answers: [{ cars: [box] }] }));
  send.mockRejectedValueOnce(
    problem(400, 'validation', 'Please correct the marked fields.', { 'answers.0.cars.0.width': 'Box 1 is too small' }),
  );
  await press('Send');
  await waitFor(() => expect(screen.getByRole('application')).toHaveAccessibleDescription(/^Box 1 is too small/));
});

test('a draft of another form breaks nothing', async () => {
  const first = open([
    { kind: 'text', name: 'goods', label: 'Goods', required: true },
    { kind: 'text', name: 'gone', label: 'Gone', required: true },
  ]);
  await type('Goods', 'Rice');
  await type('Gone', 'Salt');
  first.unmount();
  open();
  expect(screen.queryByText(/restored your draft/)).toBeNull();
  expect(screen.getByRole('checkbox', { name: 'Euro' })).not.toBeChecked();
});

test('shows a fault of the server at its field, and one of the whole answer below', async () => {
  const { unmount } = open([{ kind: 'text', name: 'total', label: 'Total', required: false }]);
  send.mockRejectedValueOnce(
    problem(400, 'validation', 'Please correct the marked fields.', { 'answers.0.total': 'This answer is too odd' }),
  );
  await press('Send');
  await waitFor(() => expect(field('Total (optional)')).toHaveAccessibleDescription('This answer is too odd'));
  expect(field('Total (optional)')).toHaveFocus();
  expect(screen.queryByText('Please correct the marked fields.')).toBeNull();
  unmount();

  open([{ kind: 'text', name: 'total', label: 'Total', required: false }]);
  const empty = 'Answer at least one question';
  send.mockRejectedValueOnce(problem(400, 'validation', empty, { 'answers.0': empty }));
  await press('Send');
  expect(await screen.findByText(empty)).toBeVisible();
});

test('shows an answer by its labels', async () => {
  const answer: Answer = {
    root: 'See https://shop.example',
    total: '41.50',
    day: '2026-02-03',
    currency: 'EUR',
    goods: ['BDT', 'USD'],
    receipt: [PICTURE],
    cars: [{ label: 'EUR', x: 0.1, y: 0.2, width: 0.3, height: 0.4 }],
  };
  const cars: FormField = { kind: 'boxes', name: 'cars', label: 'Cars', required: true, options: OPTIONS };
  renderApp(<Answers fields={[...FIELDS, { ...cars, column: 'photo' }]} answer={answer} values={VALUES} />);
  const answerTo = (label: string) => {
    const value = screen.getByText(label).nextElementSibling;
    return value as HTMLElement;
  };
  expect(within(answerTo('Shop')).getByRole('link')).toHaveAttribute('href', 'https://shop.example/');
  expect(answerTo('Total')).toHaveTextContent('41.50');
  expect(answerTo('Day')).toHaveTextContent('3-2-2026');
  expect(answerTo('Currency')).toHaveTextContent('Euro');
  expect(answerTo('Paid in')).toHaveTextContent('Taka, US dollar');
  expect(answerTo('Note')).toHaveTextContent('No answer');
  expect(await within(answerTo('Cars')).findByText('Euro: 1')).toBeVisible();
  expect(answerTo('Cars').querySelector('img')).toHaveAttribute('src', VALUES.photo);
  await userEvent.click(within(answerTo('Receipt')).getByRole('button', { name: 'Enlarge picture 1 of 1' }));
  expect(await screen.findByRole('dialog')).toBeVisible();
});
