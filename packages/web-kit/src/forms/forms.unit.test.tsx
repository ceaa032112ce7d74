import { Button, Notice, TextField } from '@piecework/ui';
import { call } from '@piecework/web-kit';
import { later, networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DraftNotice, useDraft, useForm, useSubmit } from './index';

interface Values {
  taskTitle: string;
  taskDetail: string;
}
const FIELDS = { completionDate: '2027-01-01', taskImageURL: '/images/1', submissionInfo: 'x' };

function Form({ values = {} }: { values?: object }) {
  const form = useForm<Values>({ defaultValues: { taskTitle: '', taskDetail: '', ...values } });
  const draft = useDraft(form, 'task');
  const send = async (values: Values, { key }: { key: string }) => {
    await call('POST /tasks', { body: { ...FIELDS, ...values, requiredWorkers: 1, payableAmount: 1 }, key });
    draft.clear();
  };
  const { onSubmit, isSending, failure } = useSubmit(form, send, { keepKeyAs: 'task' });
  const { errors } = form.formState;
  return (
    <form onSubmit={onSubmit} noValidate>
      <DraftNotice draft={draft} />
      <TextField
        label="Title"
        error={errors.taskTitle?.message}
        {...form.register('taskTitle', { required: 'Task Title is required' })}
      />
      <TextField label="Detail" error={errors.taskDetail?.message} {...form.register('taskDetail')} />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <Button type="submit" busy={isSending}>
        Add Task
      </Button>
    </form>
  );
}

const title = () => screen.getByLabelText('Title');
const detail = () => screen.getByLabelText('Detail');
const press = () => userEvent.click(screen.getByRole('button', { name: 'Add Task' }));
const fill = async () => {
  await userEvent.type(title(), 'Receipts');
  await userEvent.type(detail(), 'Ten of them');
};
const draftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('piecework:draft'));
const added = { insertedId: 't1' };
beforeEach(() => localStorage.clear());

describe('useSubmit', () => {
  it('sends once on several clicks', async () => {
    const { calls } = renderApp(<Form />, { answers: { 'POST /tasks': later(50, added) } });
    await fill();
    await Promise.all([press(), press(), press()]);
    await waitFor(() => expect(calls).toHaveLength(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 80)));
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toMatchObject({ taskTitle: 'Receipts', taskDetail: 'Ten of them' });
  });

  it('does not send an invalid form, and focuses the invalid field', async () => {
    const { calls } = renderApp(<Form />);
    await press();
    expect(await screen.findByText('Task Title is required')).toBeInTheDocument();
    expect(title()).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it("shows the server's error of a field at the field, and keeps the input", async () => {
    const refusal = problem(400, 'validation', 'Please correct the marked fields.', {
      taskDetail: 'Task Detail must be at most 5000 characters',
    });
    renderApp(<Form />, { answers: { 'POST /tasks': refusal } });
    await fill();
    await press();
    expect(await screen.findByText(/at most 5000/)).toBeInTheDocument();
    expect(screen.queryByText('Please correct the marked fields.')).toBeNull();
    expect(detail()).toHaveFocus();
    expect(title()).toHaveValue('Receipts');
  });

  it('drops an error of the server when its field changes, or with the next try', async () => {
    // The form registers no field `note`.
    const fields = { taskDetail: 'Task Detail is odd', note: 'Odd' };
    const refusal = problem(400, 'validation', 'Please correct the marked fields.', fields);
    const { calls, answer } = renderApp(<Form values={{ note: '' }} />, { answers: { 'POST /tasks': refusal } });
    await fill();
    await press();
    expect(await screen.findByText('Task Detail is odd')).toBeInTheDocument();
    await userEvent.type(detail(), '!');
    expect(screen.queryByText('Task Detail is odd')).toBeNull();
    answer({ 'POST /tasks': added });
    await press();
    await waitFor(() => expect(calls).toHaveLength(2));
  });

  it('shows the message when the form lacks the field of an error', async () => {
    const refusal = problem(400, 'validation', 'Please correct the marked fields.', { other: 'No' });
    renderApp(<Form />, { answers: { 'POST /tasks': refusal } });
    await fill();
    await press();
    expect(await screen.findByText('Please correct the marked fields.')).toBeInTheDocument();
  });

  it('reuses the idempotency key until the outcome is known', async () => {
    const { calls, answer } = renderApp(<Form />, { answers: { 'POST /tasks': networkFailure() } });
    await fill();
    await press();
    expect(await screen.findByText(/couldn’t reach Piecework/)).toBeInTheDocument();
    expect(title()).toHaveValue('Receipts');
    answer({ 'POST /tasks': added });
    await press();
    await waitFor(() => expect(calls).toHaveLength(2));
    await press();
    await waitFor(() => expect(calls).toHaveLength(3));
    const keys = calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
    expect(screen.queryByText(/couldn’t reach Piecework/)).toBeNull();
  });
});

describe('a form that was reloaded while sending', () => {
  const user = { userEmail: 'bo@example.com' };
  const keysOf = ({ calls }: ReturnType<typeof renderApp>) => calls.map(({ headers }) => headers['idempotency-key']);

  it('reuses its key, and the next submission has a new one', async () => {
    const before = renderApp(<Form />, { user, answers: { 'POST /tasks': later(100_000, added) } });
    await fill();
    await press();
    await waitFor(() => expect(before.calls).toHaveLength(1));
    before.unmount();
    const after = renderApp(<Form />, { user, answers: { 'POST /tasks': added } });
    await press();
    await waitFor(() => expect(after.calls).toHaveLength(1));
    expect(keysOf(after)).toEqual(keysOf(before));
    after.unmount();
    const next = renderApp(<Form />, { user, answers: { 'POST /tasks': added } });
    await fill();
    await press();
    await waitFor(() => expect(next.calls).toHaveLength(1));
    expect(keysOf(next)).not.toEqual(keysOf(before));
  });

  it('keeps its key per user', async () => {
    const before = renderApp(<Form />, { user, answers: { 'POST /tasks': networkFailure() } });
    await fill();
    await press();
    expect(await screen.findByText(/couldn’t reach Piecework/)).toBeInTheDocument();
    before.unmount();
    const other = renderApp(<Form />, { user: { userEmail: 'wanda@example.com' }, answers: { 'POST /tasks': added } });
    await fill();
    await press();
    await waitFor(() => expect(other.calls).toHaveLength(1));
    expect(keysOf(other)).not.toEqual(keysOf(before));
  });
});

describe('a draft', () => {
  const user = { userEmail: 'bo@example.com' };
  const answers = { 'POST /tasks': added };

  it('is restored after a reload with a notice', async () => {
    const { unmount } = renderApp(<Form />, { user });
    await fill();
    unmount();
    renderApp(<Form />, { user });
    expect(title()).toHaveValue('Receipts');
    expect(detail()).toHaveValue('Ten of them');
    expect(screen.getByText(/We restored your draft/)).toBeInTheDocument();
  });

  it('belongs to one user', async () => {
    const { unmount } = renderApp(<Form />, { user });
    await fill();
    unmount();
    renderApp(<Form />, { user: { userEmail: 'wanda@example.com' } });
    expect(title()).toHaveValue('');
    expect(screen.queryByText(/restored your draft/)).toBeNull();
  });

  it('is removed after a successful submission', async () => {
    const { calls } = renderApp(<Form />, { user, answers });
    await fill();
    expect(draftKeys()).toHaveLength(1);
    await press();
    await waitFor(() => expect(calls).toHaveLength(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 30)));
    expect(draftKeys()).toEqual([]);
  });

  it('is kept after a failed submission', async () => {
    renderApp(<Form />, { user, answers: { 'POST /tasks': networkFailure() } });
    await fill();
    await press();
    expect(await screen.findByText(/couldn’t reach Piecework/)).toBeInTheDocument();
    expect(draftKeys()).toHaveLength(1);
  });

  it('can be discarded', async () => {
    const { unmount } = renderApp(<Form />, { user });
    await fill();
    unmount();
    renderApp(<Form />, { user });
    await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
    expect(title()).toHaveValue('');
    expect(draftKeys()).toEqual([]);
  });

  it('is removed when the form is empty again', async () => {
    renderApp(<Form />, { user });
    await userEvent.type(title(), 'a');
    expect(draftKeys()).toHaveLength(1);
    await userEvent.clear(title());
    expect(draftKeys()).toEqual([]);
  });

  it.each(['{half', '7', '"text"', '{"taskTitle":{"a":1}}', '{"taskTitle":[1]}', '{"taskTitle":null}'])(
    'ignores an invalid stored value: %s',
    (draft) => {
      localStorage.setItem('piecework:draft:bo@example.com:task', draft);
      renderApp(<Form />, { user });
      expect(title()).toHaveValue('');
      expect(screen.queryByText(/restored your draft/)).toBeNull();
    },
  );
});
