import { dialogs } from '@piecework/web-kit';
import { problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ReportButton } from '.';

const open = async (answer: unknown) => {
  const options = [
    { about: 'task', label: 'This task' },
    { about: 'buyer', label: 'The buyer Bo' },
  ] as const;
  const app = renderApp(<ReportButton id="t1" name="Type receipts" options={options} />, {
    answers: { 'POST /reports': answer as object },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Report Type receipts' }));
  return { app, dialog: within(await screen.findByRole('dialog', { name: 'Report' })) };
};
type Dialog = Awaited<ReturnType<typeof open>>['dialog'];
const send = (dialog: Dialog) => userEvent.click(dialog.getByRole('button', { name: 'Send report' }));

afterEach(() => jest.restoreAllMocks());

it('needs what is reported and a reason, and “Something else” a text', async () => {
  const { app, dialog } = await open({ insertedId: 'r1' });
  await send(dialog);
  expect(await dialog.findByText('Please choose what you report')).toBeVisible();
  expect(dialog.getByText('Please choose a reason')).toBeVisible();
  await userEvent.click(dialog.getByRole('radio', { name: 'This task' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Something else' }));
  await send(dialog);
  expect(await dialog.findByText('Explain why, in at least 10 characters')).toBeVisible();
  expect(app.calls.filter(({ route }) => route === 'POST /reports')).toEqual([]);
});

it('keeps what was typed after a failure, and says what comes next', async () => {
  const success = jest.spyOn(dialogs, 'success').mockResolvedValue();
  const { app, dialog } = await open(problem(503, 'unavailable', 'Please try again in a moment.'));
  await userEvent.click(dialog.getByRole('radio', { name: 'The buyer Bo' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'It’s a scam, or asks for a fee' }));
  await userEvent.type(dialog.getByLabelText('What happened?'), 'A fee of five dollars.');
  await send(dialog);
  expect(await dialog.findByText('Please try again in a moment.')).toBeVisible();
  expect(dialog.getByLabelText('What happened?')).toHaveValue('A fee of five dollars.');
  app.answer({ 'POST /reports': { insertedId: 'r1' } });
  await send(dialog);
  await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Reported' })));
  expect(app.calls.filter(({ route }) => route === 'POST /reports').at(-1)?.body).toEqual({
    about: 'buyer',
    id: 't1',
    reasonCode: 'scam',
    text: 'A fee of five dollars.',
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});
