import { Button } from '@piecework/ui';
import { later, problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { DraftNotice, PicturesField, useDraft, useForm, useSubmit } from './index';

const sent = jest.fn();
beforeEach(() => {
  sent.mockClear();
  localStorage.clear();
});

function Form() {
  const form = useForm<{ pictures: string[] }>({ defaultValues: { pictures: [] } });
  const draft = useDraft(form, 'work');
  const { onSubmit } = useSubmit(form, async (values) => {
    sent(values.pictures);
    draft.clear();
  });
  return (
    <form onSubmit={onSubmit}>
      <DraftNotice draft={draft} />
      <PicturesField
        control={form.control}
        name="pictures"
        label="Add pictures"
        most={3}
        error={form.formState.errors.pictures?.message}
      />
      <Button type="submit">Send</Button>
    </form>
  );
}

const open = (answers: RenderOptions['answers'] = {}) => {
  let count = 0;
  const image = () => ({ data: { display_url: `/images/${++count}` } });
  return renderApp(<Form />, { answers: { 'POST /images': image, ...answers } });
};
const png = (name: string) => new File(['x'], name, { type: 'image/png' });
const add = (...files: File[]) => userEvent.upload(screen.getByLabelText('Add pictures'), files);
const REFUSED = problem(429, 'too-many-requests', 'Wait a moment and send this one again.');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('uploads several pictures with a preview each, and sends their addresses', async () => {
  open();
  await add(png('a.png'), png('b.png'));
  expect(await screen.findByAltText('Added picture 2')).toBeVisible();
  await press('Send');
  await waitFor(() => expect(sent).toHaveBeenCalledWith(['/images/1', '/images/2']));
});

test('shows the progress, and is not sent before the upload has ended', async () => {
  open({ 'POST /images': later(1000, { data: { display_url: '/images/1' } }) });
  await add(png('a.png'));
  expect(screen.getByRole('progressbar', { name: 'Upload of a.png' })).toHaveAttribute('value', '0.5');
  await press('Send');
  expect(await screen.findByText(/Wait until every picture is uploaded/)).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
  expect(await screen.findByAltText('Added picture 1', undefined, { timeout: 5000 })).toBeVisible();
  expect(screen.queryByText(/Wait until every picture/)).toBeNull();
});

test('an error ends with its cause: a failed upload that is removed, one picture too many', async () => {
  const app = open({ 'POST /images': REFUSED });
  await add(png('a.png'));
  await screen.findByRole('button', { name: 'Try again' });
  await press('Send');
  expect(await screen.findByText(/Wait until every picture/)).toBeVisible();
  await press('Remove a.png');
  expect(screen.queryByText(/Wait until every picture/)).toBeNull();
  app.answer({ 'POST /images': { data: { display_url: '/images/9' } } });
  await press('Send');
  await waitFor(() => expect(sent).toHaveBeenCalledWith([]));
});

test('retries a failed upload, or removes it', async () => {
  const app = open({ 'POST /images': REFUSED });
  await add(png('a.png'), png('b.png'));
  expect(await screen.findAllByRole('button', { name: 'Try again' })).toHaveLength(2);
  await press('Remove b.png');
  app.answer({ 'POST /images': { data: { display_url: '/images/9' } } });
  await press('Try again');
  expect(await screen.findByAltText('Added picture 1')).toBeVisible();
  await press('Send');
  await waitFor(() => expect(sent).toHaveBeenCalledWith(['/images/9']));
});

test('takes no more than the limit, and room returns with a removal', async () => {
  open();
  await add(png('a.png'), png('b.png'), png('c.png'), png('d.png'));
  expect(await screen.findByAltText('Added picture 3')).toBeVisible();
  expect(screen.getByText('You can add up to 3 pictures. The rest were left out.')).toBeVisible();
  expect(screen.queryByLabelText('Add pictures')).toBeNull();
  await press('Remove picture 2');
  expect(screen.queryByText(/up to 3 pictures/)).toBeNull();
  expect(screen.getByLabelText('Add pictures')).toBeInTheDocument();
  await press('Send');
  await waitFor(() => expect(sent).toHaveBeenCalledWith(['/images/1', '/images/3']));
});

test('names the fault of a file that is no picture, and takes the others', async () => {
  open();
  const user = userEvent.setup({ applyAccept: false });
  const text = new File(['x'], 'x.txt', { type: 'text/plain' });
  await user.upload(screen.getByLabelText('Add pictures'), [text, png('a.png')]);
  expect(screen.getByText(/^Choose a JPEG/)).toBeVisible();
  expect(await screen.findByAltText('Added picture 1')).toBeVisible();
});

test('the draft keeps the uploaded pictures', async () => {
  const first = open();
  await add(png('a.png'));
  await screen.findByAltText('Added picture 1');
  first.unmount();
  open();
  expect(screen.getByText(/restored your draft/)).toBeVisible();
  expect(screen.getByAltText('Added picture 1')).toBeVisible();
  await press('Discard draft');
  expect(screen.queryByAltText('Added picture 1')).toBeNull();
});

test('names the fault of a HEIC photo that the browser cannot open, and needs no removal', async () => {
  open();
  const user = userEvent.setup({ applyAccept: false });
  const heic = new File(['x'], 'a.heic', { type: 'image/heic' });
  await user.upload(screen.getByLabelText('Add pictures'), [heic, png('a.png')]);
  expect(await screen.findByText(/^This is a HEIC photo/)).toBeVisible();
  expect(await screen.findByAltText('Added picture 1')).toBeVisible();
  expect(screen.queryByRole('button', { name: /a\.heic/ })).toBeNull();
  await press('Send');
  await waitFor(() => expect(sent).toHaveBeenCalledWith(['/images/1']));
});

test('an upload can be canceled', async () => {
  open({ 'POST /images': later(1000, { data: { display_url: '/images/1' } }) });
  await add(png('a.png'));
  expect(await screen.findByText('50%')).toBeVisible();
  await press('Cancel upload of a.png');
  expect(screen.queryByRole('progressbar')).toBeNull();
  await press('Send');
  await waitFor(() => expect(sent).toHaveBeenCalledWith([]));
});
