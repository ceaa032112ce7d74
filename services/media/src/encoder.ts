import {
  type Clock,
  createConcurrencyLimiter,
  type Log,
  OverloadedError,
  type QueuedCaller,
} from '@piecework/base';
import type { RateLimits } from '@piecework/config';
import { isFailure } from '@piecework/http';
import type { GaugeSpec } from '@piecework/service-runtime';
import { type Ask, createDecoder, DecodeError, DecoderStartError } from './decoder';
import { type Format, MAX_EDGE, type Refusal, refusals, sniff, weigh } from './image';

interface EncodedImage {
  webp: Buffer;
  width: number;
  height: number;
}

export interface Encoder {
  /** Plain WebP: upright, sRGB, no metadata, first frame only. @param taker fair queueing by key; dropped when the caller disconnects */
  encode(bytes: Buffer, taker?: QueuedCaller): Promise<EncodedImage | Refusal>;
  /** Keeps the proportions; null when the picture is not wider. */
  shrink(webp: Buffer, width: number): Promise<Buffer | null>;
  gauges: Readonly<Record<string, GaugeSpec>>;
  close(): void;
}

const WAITING = { light: 128, heavy: 8 };
/** Milliseconds until a light picture is retried as a heavy one. */
const LIGHT_MS = 3000;
const OURS = 'ours';

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
}): Encoder => {
  const { decodeMegabytes: megabytes, decodeSeconds } = deps.limits;
  const lane = (waiting: number) => {
    const turn = createConcurrencyLimiter({ atATime: 1, waiting });
    const decoder = createDecoder({ ...deps, megabytes });
    let underway = 0;
    return {
      decoder,
      run: async <R>(ms: number, work: (ask: Ask) => Promise<R>, taker?: QueuedCaller): Promise<R> => {
        underway += 1;
        try {
          return await turn(() => decoder.run(ms, work), taker);
        } finally {
          underway -= 1;
        }
      },
      waiting: () => Math.max(0, underway - 1),
    };
  };
  const light = lane(WAITING.light);
  const heavy = lane(WAITING.heavy);

  const weighed = async (ask: Ask, format: Format, bytes: Buffer) => {
    const { header } = await ask<'open'>({ open: bytes });
    return weigh(format, header, megabytes);
  };
  const encoded = (ask: Ask): Promise<EncodedImage> => ask<'encode'>({ encode: MAX_EDGE });

  /** null: the picture is not light after all. */
  const encodeLight = (
    format: Format,
    bytes: Buffer,
    taker?: QueuedCaller,
  ): Promise<EncodedImage | Refusal | null> => {
    const work = async (ask: Ask) => {
      const weight = await weighed(ask, format, bytes);
      if (isFailure(weight)) return weight;
      return weight.light ? encoded(ask) : null;
    };
    return light.run(LIGHT_MS, work, taker).catch((error: unknown) => {
      if (error instanceof DecodeError && error.reason === 'late') return null;
      throw error;
    });
  };

  const encodeHeavy = (
    format: Format,
    bytes: Buffer,
    taker?: QueuedCaller,
  ): Promise<EncodedImage | Refusal> =>
    heavy.run(
      decodeSeconds * 1000,
      async (ask) => {
        const weight = await weighed(ask, format, bytes);
        return isFailure(weight) ? weight : encoded(ask);
      },
      taker,
    );

  const sum = (of: (one: typeof light) => number) => async () => of(light) + of(heavy);

  return {
    encode: async (bytes, taker) => {
      const format = sniff(bytes);
      if (!format) return refusals.wrongType();
      try {
        return (await encodeLight(format, bytes, taker)) ?? (await encodeHeavy(format, bytes, taker));
      } catch (error) {
        return toFailure(error);
      }
    },
    shrink: (webp, width) =>
      light.run(
        decodeSeconds * 1000,
        async (ask) => {
          const { webp: smaller } = await ask<'shrink'>({ shrink: webp, width });
          return smaller;
        },
        { key: OURS },
      ),
    gauges: {
      piecework_decodes_waiting: {
        help: 'Pictures that wait to be decoded',
        value: sum(({ waiting }) => waiting()),
      },
      piecework_decodes_killed: {
        help: 'Decoding processes ended by a picture (its memory, its time) since the start',
        value: sum(({ decoder }) => decoder.killed()),
      },
      piecework_decoder_peak_bytes: {
        help: 'Highest memory (RSS) of a decoding process since the start',
        value: async () => Math.max(light.decoder.peak(), heavy.decoder.peak()),
      },
    },
    close: () => {
      light.decoder.stop();
      heavy.decoder.stop();
    },
  };
};
