import { type Clock, createConcurrencyLimiter, type Log, OverloadedError, type QueuedCaller } from '@piecework/base';
import type { RateLimits } from '@piecework/config';
import { isFailure } from '@piecework/http';
import { createDecoder, DecodeError, DecoderStartError, type SendRequest } from './decoder';
import { type Format, MAX_EDGE, type Refusal, refusals, sniff, weigh } from './image';

interface EncodedImage {
  webp: Buffer;
  width: number;
  height: number;
}

const MAX_WAITING = { light: 128, heavy: 8 };
/** Milliseconds until a light picture is retried as a heavy one. */
const LIGHT_TIMEOUT_MS = 3000;
const INTERNAL_KEY = 'ours';

const toFailure = (error: unknown): Refusal => {
  if (error instanceof DecoderStartError || error instanceof OverloadedError) return refusals.crowded();
  if (!(error instanceof DecodeError)) throw error;
  return error.reason === 'unreadable' ? refusals.unreadable() : refusals.tooHeavy();
};

/** A process each for light and heavy pictures: light ones never wait for heavy ones, and a crash affects one kind only. */
export const createEncoder = (deps: {
  limits: Pick<RateLimits, 'decodeMegabytes' | 'decodeSeconds'>;
  clock: Pick<Clock, 'after'>;
  log: Pick<Log, 'warn'>;
}) => {
  const { decodeMegabytes: megabytes, decodeSeconds } = deps.limits;
  const lane = (waiting: number) => {
    const limited = createConcurrencyLimiter({ concurrency: 1, waiting });
    const decoder = createDecoder({ ...deps, megabytes });
    let pending = 0;
    return {
      decoder,
      run: async <R>(ms: number, work: (send: SendRequest) => Promise<R>, caller?: QueuedCaller): Promise<R> => {
        pending += 1;
        try {
          return await limited(() => decoder.run(ms, work), caller);
        } finally {
          pending -= 1;
        }
      },
      waiting: () => Math.max(0, pending - 1),
    };
  };
  const light = lane(MAX_WAITING.light);
  const heavy = lane(MAX_WAITING.heavy);

  const readWeight = async (send: SendRequest, format: Format, bytes: Buffer) => {
    const { header } = await send<'open'>({ open: bytes });
    return weigh(format, header, megabytes);
  };
  const encodeOpened = (send: SendRequest): Promise<EncodedImage> => send<'encode'>({ encode: MAX_EDGE });

  /** null: the picture is not light after all. */
  const encodeLight = (
    format: Format,
    bytes: Buffer,
    caller?: QueuedCaller,
  ): Promise<EncodedImage | Refusal | null> => {
    const work = async (send: SendRequest) => {
      const weight = await readWeight(send, format, bytes);
      if (isFailure(weight)) return weight;
      return weight.light ? encodeOpened(send) : null;
    };
    return light.run(LIGHT_TIMEOUT_MS, work, caller).catch((error: unknown) => {
      if (error instanceof DecodeError && error.reason === 'late') return null;
      throw error;
    });
  };

  const encodeHeavy = (format: Format, bytes: Buffer, caller?: QueuedCaller): Promise<EncodedImage | Refusal> =>
    heavy.run(
      decodeSeconds * 1000,
      async (send) => {
        const weight = await readWeight(send, format, bytes);
        return isFailure(weight) ? weight : encodeOpened(send);
      },
      caller,
    );

  const sum = (of: (one: typeof light) => number) => async () => of(light) + of(heavy);

  return {
    /** Plain WebP: upright, sRGB, no metadata, first frame only. @param caller fair queueing by key; dropped when the caller disconnects */
    encode: async (bytes: Buffer, caller?: QueuedCaller): Promise<EncodedImage | Refusal> => {
      const format = sniff(bytes);
      if (!format) return refusals.wrongType();
      try {
        return (await encodeLight(format, bytes, caller)) ?? (await encodeHeavy(format, bytes, caller));
      } catch (error) {
        return toFailure(error);
      }
    },
    /** Keeps the proportions; null when the picture is not wider. */
    shrink: (webp: Buffer, width: number): Promise<Buffer | null> =>
      light.run(
        decodeSeconds * 1000,
        async (send) => {
          const { webp: smaller } = await send<'shrink'>({ shrink: webp, width });
          return smaller;
        },
        { key: INTERNAL_KEY },
      ),
    gauges: {
      piecework_decodes_waiting: { help: 'Pictures in the decoder queue', value: sum(({ waiting }) => waiting()) },
      piecework_decodes_killed: {
        help: 'Decoders killed since the start because a picture exceeded its memory or time',
        value: sum(({ decoder }) => decoder.killed()),
      },
      piecework_decoder_peak_bytes: {
        help: 'Highest RSS of a decoder since the start',
        value: async () => Math.max(light.decoder.peak(), heavy.decoder.peak()),
      },
    },
    close: () => {
      light.decoder.stop();
      heavy.decoder.stop();
    },
  };
};
export type Encoder = ReturnType<typeof createEncoder>;
