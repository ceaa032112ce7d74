import type { FormField, Task } from '@piecework/contracts';
import { dialogs } from '@piecework/web-kit';
import { aTask, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

const FIELDS: FormField[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'What is it?',
    required: true,
    options: [
      { value: 'cat', label: 'Cat' },
      { value: 'dog', label: 'Dog' },
    ],
  },
];
const TASK = aTask({
  _id: 't1',
  taskTitle: 'Label pictures',
  taskDetail: 'Look at {{picture}}.',
  requiredWorkers: 8,
  hasForm: true,
  batch: { rows: 5, pages: 5, rowsPerPage: 1, overlap: { max: 2 }, pilotPages: 2 },
});
const open = (changes: Partial<Task> = {}, answers: object = {}) =>
  renderApp(remote, {
    path: '/dashboard/buyerTask/t1?view=submissions',
    user: { userEmail: 'bo@example.com', userRole: 'buyer' },
    answers: {
      'GET /tasks/{id}': { ...TASK, ...changes },
      'GET /submissions': ({ query: { status } }: { query: Record<string, string> }) => ({
        rows: [],
        total: status === 'pending' ? 2 : 0,
      }),
      'GET /tasks/{id}/form': { fields: FIELDS },
      ...answers,
    },
  });
const bodiesOf = ({ calls }: ReturnType<typeof open>, route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body);

it('says how far the pilot is, and offers all pages after a question', async () => {
  const confirm = jest.spyOn(dialogs, 'confirm').mockResolvedValueOnce(false).mockResolvedValue(true);
  const app = open({}, { 'POST /tasks/{id}/pilot/end': { modifiedCount: 1 } });
  const panel = await screen.findByRole('region', { name: 'Pilot' });
  expect(panel).toHaveTextContent('2 of 4 answers to the first 2 pages submitted. The other 3 pages wait');
  const offer = within(panel).getByRole('button', { name: 'Offer all pages' });
  await userEvent.click(offer);
  expect(bodiesOf(app, 'POST /tasks/{id}/pilot/end')).toHaveLength(0);
  app.answer({ 'GET /tasks/{id}': { ...TASK, batch: { ...TASK.batch, pilotPages: undefined } } });
  await userEvent.click(offer);
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect([confirm.mock.calls.length, bodiesOf(app, 'POST /tasks/{id}/pilot/end').length]).toEqual([2, 1]);
});

it('sends the whole form with the corrected texts, and shows a fault at its field', async () => {
  const fault = { 'form.fields.0.label': 'The file has no column {{kind}}' };
  const app = open({}, { 'PATCH /tasks/{id}/texts': problem(400, 'validation', 'Correct it.', fault) });
  await userEvent.click(await screen.findByRole('button', { name: 'Correct the texts' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct the texts' });
  const label = within(dialog).getByRole('textbox', { name: /^Label/ });
  await userEvent.clear(label);
  await userEvent.type(label, 'Which animal?');
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Option 2/ }), 'gy');
  const send = within(dialog).getByRole('button', { name: 'Correct' });
  await userEvent.click(send);
  await waitFor(() => expect(label).toHaveAccessibleDescription(expect.stringContaining('no column {{kind}}')));
  await waitFor(() => expect(label).toHaveFocus());
  let finish = () => {};
  const answer = new Promise((resolve) => {
    finish = () => resolve({ modifiedCount: 1, version: 2 });
  });
  app.answer({ 'PATCH /tasks/{id}/texts': () => answer as never });
  await userEvent.click(send);
  await waitFor(() => expect(label).toBeDisabled());
  finish();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(bodiesOf(app, 'PATCH /tasks/{id}/texts').at(-1)).toEqual({
    taskDetail: 'Look at {{picture}}.',
    form: {
      fields: [
        {
          ...FIELDS[0],
          label: 'Which animal?',
          options: [
            { value: 'cat', label: 'Cat' },
            { value: 'dog', label: 'Doggy' },
          ],
        },
      ],
    },
  });
});

it.each<[string, Partial<Task>]>([
  ['without a pilot', { batch: { rows: 5, pages: 5, rowsPerPage: 1, overlap: { max: 2 } } }],
  ['that is closed', { closed: { reason: 'ended', refunded: 8 } }],
])('is absent from a batch %s', async (_, changes) => {
  open(changes);
  await screen.findByRole('heading', { level: 1, name: 'Label pictures' });
  expect(screen.queryByRole('region', { name: 'Pilot' })).not.toBeInTheDocument();
});
