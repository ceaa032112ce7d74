import type { shrinkPicture } from '@piecework/web-kit';
import { later, problem, renderApp } from '@piecework/web-kit/testing';
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

const picture = (name = 'a.png', type = 'image/png', size = 3) => new File([new Uint8Array(size)], name, { type });
const field = () => screen.getByLabelText('Task Image');
/** Without the filter of the file chooser: a drop has none. */
const choose = (file: File) => userEvent.setup({ applyAccept: false }).upload(field(), file);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const stored = { success: true, data: { display_url: '/images/1', width: 1, height: 1 } };
const REFUSED = problem(429, 'too-many-requests', 'Wait a moment and send this one again.');
const storing = (answer: unknown = stored) => ({ answers: { 'POST /images': answer } });

describe("a picture with upload: 'now'", () => {
  it('is previewed and uploaded at once, and its URL becomes the value', async () => {
    const { calls } = renderApp(<Form upload="now" />, storing());
    const file = picture();
    await choose(file);
    expect(await screen.findByRole('img')).toHaveAttribute('src', 'blob:picture');
    expect(await screen.findByText('Picture uploaded.')).toBeInTheDocument();
    expect(calls[0]).toMatchObject({ route: 'POST /images', body: file });
    await send();
    expect(onSent).toHaveBeenCalledWith('/images/1');
  });

  it('shows the progress, and blocks the form until it is uploaded', async () => {
    renderApp(<Form upload="now" />, storing(later(1000, stored)));
    await choose(picture());
    expect(screen.getByRole('progressbar')).toHaveValue(0.5);
    await send();
    expect(await screen.findByText(/still uploading/)).toBeInTheDocument();
    expect(onSent).not.toHaveBeenCalled();
    await screen.findByText('Picture uploaded.', undefined, { timeout: 5000 });
    expect(screen.queryByText(/still uploading/)).toBeNull();
    expect(field()).toBeValid();
    await send();
    expect(onSent).toHaveBeenCalledWith('/images/1');
  });

  it('can be retried after a failed upload', async () => {
    const { answer } = renderApp(<Form upload="now" />, storing(REFUSED));
    await choose(picture());
    expect(await screen.findByText(/send this one again/)).toBeInTheDocument();
    expect(await screen.findByRole('img')).toBeInTheDocument();
    await send();
    expect(onSent).not.toHaveBeenCalled();
    answer({ 'POST /images': stored });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Picture uploaded.')).toBeInTheDocument();
    expect(screen.queryByText(/send this one again/)).toBeNull();
  });

  it('has no error of its own once an upload begins, and none of an earlier file once it ends', async () => {
    const { answer } = renderApp(<Form upload="now" />, storing(later(400, stored)));
    await send();
    expect(await screen.findByText('Task Image URL is required')).toBeInTheDocument();
    await choose(picture());
    expect(screen.queryByText('Task Image URL is required')).toBeNull();
    expect(await screen.findByText('Uploading…')).toBeInTheDocument();
    expect(field()).toBeValid();
    await choose(picture('a.pdf', 'application/pdf'));
    expect(field()).toBeInvalid();
    expect(await screen.findByText('Picture uploaded.', undefined, { timeout: 5000 })).toBeInTheDocument();
    expect(field()).toBeValid();
    answer({ 'POST /images': REFUSED });
    await choose(picture());
    expect(await screen.findByText(/send this one again/)).toBeInTheDocument();
    await send();
    answer({ 'POST /images': stored });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Picture uploaded.');
    expect(field()).toBeValid();
  });

  it('can be canceled during the upload', async () => {
    renderApp(<Form upload="now" />, storing(later(100, stored)));
    await choose(picture());
    await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(screen.queryByRole('img')).toBeNull();
    await send();
    expect(await screen.findByText('Task Image URL is required')).toBeInTheDocument();
  });

  it('shows an existing picture', () => {
    renderApp(<Form upload="now" start="https://i.example/a.png" />);
    expect(screen.getByRole('img')).toHaveAttribute('src', 'https://i.example/a.png');
  });

  it('must be chosen again when that of a draft is no longer available', async () => {
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

  it('shows the message of an exhausted quota and stays chosen', async () => {
    const sentence = 'You have used your 50 MB of new pictures for today. Please send this picture again in 3 hours.';
    renderApp(<Form upload="now" />, storing(problem(429, 'too-many-requests', sentence)));
    await choose(picture());
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(await screen.findByRole('img')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });
});

describe('validation', () => {
  it.each([
    [picture('a.svg', 'image/svg+xml'), /JPEG, PNG, WebP, GIF or AVIF picture\.$/],
    [picture('a.pdf', 'application/pdf'), /JPEG, PNG, WebP, GIF or AVIF picture\.$/],
    [picture('a.png', 'image/png', 0), /empty/],
    [picture('a.png', 'image/png', 60 * 1024 * 1024 + 1), /60\.0 MB\. Choose one that’s 60 MB or smaller/],
  ])('rejects an unsupported, empty or too large file before the upload', async (file, message) => {
    const { calls } = renderApp(<Form upload="now" />, storing());
    await choose(file);
    expect(screen.getByText(message, { selector: 'p[id$=error] > span' })).toBeInTheDocument();
    expect(field()).toBeInvalid();
    expect(calls).toEqual([]);
  });

  it('requires a file', async () => {
    renderApp(<Form upload="now" />);
    await send();
    expect(await screen.findByText('Task Image URL is required')).toBeInTheDocument();
    expect(field()).toHaveFocus();
  });
});

type Source = Parameters<typeof shrinkPicture>[0];
type Outcome = Awaited<ReturnType<typeof shrinkPicture>>;

describe('a large picture', () => {
  /** Answers in place of the worker thread, which jsdom lacks. */
  const shrinkingTo = (outcome: Outcome | Promise<never>) => {
    const sources: Source[] = [];
    const Thread = class extends EventTarget {
      async postMessage(source: Source) {
        sources.push(source);
        this.dispatchEvent(new MessageEvent('message', { data: await outcome }));
      }
      terminate() {}
    };
    Object.assign(globalThis, { Worker: Thread, OffscreenCanvas: class {} });
    return sources;
  };
  afterEach(() => {
    Object.assign(globalThis, { Worker: undefined, OffscreenCanvas: undefined });
  });
  const LARGE = 20 * 1024 * 1024;
  const fault = (text: RegExp) => screen.findByText(text, { selector: 'p[id$=error] > span' });

  it.each(['now', 'on-submit'] as const)('is shrunk before the upload (%s)', async (upload) => {
    const sources = shrinkingTo({ kind: 'shrunk', blob: new Blob(['small'], { type: 'image/jpeg' }) });
    const { calls } = renderApp(<Form upload={upload} />, storing());
    const file = picture('photo.png', 'image/png', LARGE);
    await choose(file);
    await screen.findByRole('img');
    expect(sources).toEqual([{ file, isConverted: false, maxMegapixels: 100 }]);
    await screen.findByText(upload === 'now' ? 'Picture uploaded.' : 'Remove picture');
    await send();
    const sent = upload === 'now' ? calls[0]?.body : onSent.mock.calls[0]?.[0];
    expect(sent).toMatchObject({ name: 'photo.png', type: 'image/jpeg', size: 5 });
  });

  it('is not sent while it is shrunk, and can be canceled', async () => {
    shrinkingTo(new Promise<never>(() => {}));
    renderApp(<Form upload="on-submit" />);
    await choose(picture());
    expect(await screen.findByText('Preparing the picture…')).toBeInTheDocument();
    await send();
    expect(await screen.findByText(/still being prepared/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }));
    await send();
    expect(await screen.findByText('Task Image URL is required')).toBeInTheDocument();
  });

  it('of too many pixels is refused without another try, and the earlier one stays', async () => {
    shrinkingTo({ kind: 'too-many-pixels', megapixels: 120.2 });
    const { calls } = renderApp(<Form upload="now" start="/images/old" />, storing());
    await choose(picture());
    expect(await fault(/^This picture has 121 megapixels\. Choose one with 100 or fewer\.$/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(calls).toEqual([]);
    await send();
    expect(onSent).toHaveBeenCalledWith('/images/old');
  });

  it('is sent as it is when the browser cannot shrink it and the server takes it', async () => {
    const { calls } = renderApp(<Form upload="now" />, storing());
    const file = picture('a.png', 'image/png', 5 * 1024 * 1024);
    await choose(file);
    await screen.findByText('Picture uploaded.');
    expect(calls[0]?.body).toBe(file);
    await choose(picture('a.png', 'image/png', 5 * 1024 * 1024 + 1));
    expect(await fault(/can’t make the picture smaller\. Choose one that’s 5 MB or smaller/)).toBeInTheDocument();
  });

  it.each([picture('a.heic', 'image/heic'), picture('IMG_1.HEIC', ''), picture('a.heif', 'image/heif')])(
    'in HEIC is converted where the browser can, otherwise the message says how',
    async (file) => {
      const { calls } = renderApp(<Form upload="now" />, storing());
      await choose(file);
      expect(await fault(/^This is a HEIC photo.*Most Compatible\.$/)).toBeInTheDocument();
      expect(calls).toEqual([]);
      const sources = shrinkingTo({ kind: 'shrunk', blob: new Blob(['x'], { type: 'image/jpeg' }) });
      await choose(file);
      await screen.findByText('Picture uploaded.');
      expect(sources).toEqual([{ file, isConverted: true, maxMegapixels: 100 }]);
    },
  );

  it.each([
    ['Google Inc.', true],
    ['Apple Computer, Inc.', false],
  ])('in HEIC can be chosen unless the file chooser converts it (%s)', (vendor, isListed) => {
    jest.spyOn(navigator, 'vendor', 'get').mockReturnValue(vendor);
    renderApp(<Form upload="now" />);
    expect((field() as HTMLInputElement).accept.includes('.heic')).toBe(isListed);
  });
});

describe("a picture with upload: 'on-submit'", () => {
  it('is itself the value', async () => {
    const { calls } = renderApp(<Form upload="on-submit" />);
    const file = picture();
    await choose(file);
    await waitFor(() => expect(screen.getByRole('img')).toBeInTheDocument());
    await send();
    expect(onSent).toHaveBeenCalledWith(file);
    expect(calls).toEqual([]);
  });

  it('can be removed', async () => {
    renderApp(<Form upload="on-submit" />);
    await choose(picture());
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture' }));
    await send();
    expect(await screen.findByText('Task Image URL is required')).toBeInTheDocument();
  });
});
