import type { Clock, Log } from '@piecework/base';
import { GATEWAY_TIMEOUT_MS } from '@piecework/contracts';
import { type Failure, fail, readAtMost } from '@piecework/http';
import { z } from 'zod';

interface Deps {
  access: { apiKey: string; url: string };
  clock: Pick<Clock, 'after'>;
  log: Pick<Log, 'error'>;
}

export const HOST_TIMEOUT_MS = 0.8 * GATEWAY_TIMEOUT_MS;
/** Bytes; a valid response has less than 2 KB. */
const MAX_ANSWER = 64 * 1024;

/** https://api.imgbb.com */
const answerSchema = z.object({
  success: z.literal(true),
  data: z.object({ display_url: z.url({ protocol: /^https$/ }) }),
});
const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/** The host's address contains the key: never log it. */
export const createImgbb = ({ access: { apiKey, url }, clock, log }: Deps) => {
  const logFailure = (reason: string, status?: number) => {
    log.error({ status, reason: reason.replaceAll(apiKey, '[key]') }, 'the image host refused the upload');
    return fail('image-host-down');
  };
  const address = new URL(url);
  address.searchParams.set('key', apiKey);

  return {
    /** Resolves to the public https address. */
    publish: async (webp: Buffer): Promise<string | Failure<'image-host-down'>> => {
      const form = new FormData();
      form.append('image', new Blob([new Uint8Array(webp)], { type: 'image/webp' }), 'picture.webp');
      const timeout = new AbortController();
      const cancel = clock.after(HOST_TIMEOUT_MS, () => timeout.abort(new Error('timeout')));
      try {
        // A redirect would leak the key.
        const init = { method: 'POST', body: form, redirect: 'error', signal: timeout.signal } as const;
        const response = await fetch(address, init);
        const bytes = response.body && (await readAtMost(response.body, MAX_ANSWER));
        const body = parseJson(bytes?.toString('utf8') ?? '');
        const answer = answerSchema.safeParse(body);
        if (response.ok && answer.success) return answer.data.data.display_url;
        return logFailure(refusalSchema.safeParse(body).data?.error.message ?? 'invalid response', response.status);
      } catch (error) {
        return logFailure(reasonOf(error));
      } finally {
        cancel();
      }
    },
  };
};
export type ImageHost = ReturnType<typeof createImgbb>;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** `fetch` reports the reason as the cause. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};
