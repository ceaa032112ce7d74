import { later, networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ImageField, useForm } from './index';

const onSent = jest.fn();
beforeEach(() => {
  onSent.mockClear();
  localStorage.clear();
});

interface Values {
  image: string | File | undefined;
}
function Form({ upload, start = '' }: { upload: 'now' | 'on-submit'; start?: string }) {
  const form = useForm<Values>({ defaultValues: { image: upload === 'now' ? start : undefined } });
  return (
    <form onSubmit={form.handleSubmit(({ image }) => onSent(image))} noValidate>
      <ImageField
        control={form.control}
        name="image"
        label="Task Image"
        required="Task Image URL is required"
        error={form.formState.errors.image?.message}
        upload={upload}
      />
      <button type="submit">Send</button>
    </form>
  );
}

const picture = (name = 'a.png', type = 'image/png', size = 3) =>
  new File([new Uint8Array(size)], name, { type });
const field = () => screen.getByLabelText('Task Image');
/** Including files that the chooser would not offer: a drop has no filter. */
const choose = (file: File) => userEvent.setup({ applyAccept: false }).upload(field(), file);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const stored = { success: true, data: { display_url: '/images/1', width: 1, height: 1 } };
const storing = (answer: unknown = stored) => ({ answers: { 'POST /images': answer } });

describe('a picture that is sent when it is chosen', () => {
  it('is shown at once, sent, and becomes the value', async () => {
    const { calls } = renderApp(<Form upload="now" />, storing());
    const file = picture();
    await choose(file);
    expect(screen.getByRole('img')).toHaveAttribute('src', 'blob:picture');
    expect(await screen.findByText('Picture uploaded.')).toBeInTheDocument();
    expect(calls[0]).toMatchObject({ route: 'POST /images', body: file });
    await send();
    expect(onSent).toHaveBeenCalledWith('/images/1');
  });

  it('shows how far it is, and holds the form back until it has arrived', async () => {
    renderApp(<Form upload="now" />, storing(later(200, stored)));
    await choose(picture());
    expect(screen.getByRole('progressbar')).toHaveValue(0.5);
    await send();
    expect(await screen.findByText(/still uploading/)).toBeInTheDocument();
    expect(onSent).not.toHaveBeenCalled();
    await screen.findByText('Picture uploaded.');
    await send();
    expect(onSent).toHaveBeenCalledWith('/images/1');
  });

  it('is sent again at a press when it did not arrive', async () => {
    const { answer } = renderApp(<Form upload="now" />, storing(networkFailure()));
    await choose(picture());
    expect(await screen.findByText(/could not be reached/)).toBeInTheDocument();
    expect(screen.getByRole('img')).toBeInTheDocument();
    await send();
    expect(onSent).not.toHaveBeenCalled();
    answer({ 'POST /images': stored });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Picture uploaded.')).toBeInTheDocument();
    expect(screen.queryByText(/could not be reached/)).toBeNull();
  });

  it('can be taken back while it is on its way', async () => {
    renderApp(<Form upload="now" />, storing(later(100, stored)));
    await choose(picture());
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture' }));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(screen.queryByRole('img')).toBeNull();
    await send();
    expect(await screen.findByText('Task Image URL is required')).toBeInTheDocument();
  });

  it('is shown from where it is kept, when there is one already', () => {
    renderApp(<Form upload="now" start="https://i.example/a.png" />);
    expect(screen.getByRole('img')).toHaveAttribute('src', 'https://i.example/a.png');
  });

  it('of an old draft that is no longer kept has to be chosen again', async () => {
    renderApp(<Form upload="now" start="/images/gone" />, storing());
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByText(/no longer available/)).toBeInTheDocument();
    expect(screen.queryByText('Picture uploaded.')).toBeNull();
    await send();
    expect(onSent).not.toHaveBeenCalled();
    await choose(picture());
    await screen.findByText('Picture uploaded.');
    expect(screen.queryByText(/no longer available/)).toBeNull();
    await send();
    expect(onSent).toHaveBeenCalledWith('/images/1');
  });

  it('that is one too many for the day says when to send it again, and stays chosen', async () => {
    const sentence =
      'You have used your 50 MB of new pictures for today. Please send this picture again in 3 hours.';
    renderApp(<Form upload="now" />, storing(problem(429, 'too-many-requests', sentence)));
    await choose(picture());
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByRole('img')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });
});

describe('a file', () => {
  it.each([
    [picture('a.svg', 'image/svg+xml'), /JPEG, PNG, WebP, GIF or AVIF picture\.$/],
    [picture('a.pdf', 'application/pdf'), /JPEG, PNG, WebP, GIF or AVIF picture\.$/],
    [picture('a.png', 'image/png', 0), /empty/],
    [picture('a.png', 'image/png', 5 * 1024 * 1024 + 1), /5\.0 MB\. Choose one of up to 5 MB/],
  ])('that is none of ours is refused before it is sent', async (file, message) => {
    const { calls } = renderApp(<Form upload="now" />, storing());
    await choose(file);
    expect(screen.getByText(message, { selector: 'p[id$=error]' })).toBeInTheDocument();
    expect(field()).toBeInvalid();
    expect(calls).toEqual([]);
  });

  it('is needed', async () => {
    renderApp(<Form upload="now" />);
    await send();
    expect(await screen.findByText('Task Image URL is required')).toBeInTheDocument();
    expect(field()).toHaveFocus();
  });
});

describe('a picture that is sent with its form', () => {
  it('is the value itself', async () => {
    const { calls } = renderApp(<Form upload="on-submit" />);
    const file = picture();
    await choose(file);
    await waitFor(() => expect(screen.getByRole('img')).toBeInTheDocument());
    await send();
    expect(onSent).toHaveBeenCalledWith(file);
    expect(calls).toEqual([]);
  });

  it('can be taken back', async () => {
    renderApp(<Form upload="on-submit" />);
    await choose(picture());
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture' }));
    await send();
    expect(await screen.findByText('Task Image URL is required')).toBeInTheDocument();
  });
});
