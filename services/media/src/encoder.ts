import { type Clock, type GaugeSpec, isFailure, type Log, type RateLimits } from '@piecework/service-kit';
import { type Ask, createDecoder, DecodeError, DecoderStartError } from './decoder';
import { type Format, MAX_EDGE, type Refusal, refusals, sniff, weigh } from './image';
import { createFairQueue } from './queue';

interface EncodedImage {
  webp: Buffer;
  width: number;
  height: number;
}

export interface Encoder {
  /**
   * Makes any picture that we take a plain WebP: upright, in sRGB, without metadata, first frame only.
   *
   * @param owner owners take turns
   * @param gone aborts when the caller has left: a picture that still waits is dropped
   * @throws {CallerLeftError}
   * @throws {OverloadedError} too many pictures wait
   */
  encode(bytes: Buffer, owner: string, gone?: AbortSignal): Promise<EncodedImage | Refusal>;
  /** Makes one of our pictures so many pixels wide, in proportion; null when it is not wider than that. */
  shrink(webp: Buffer, width: number): Promise<Buffer | null>;
  gauges: Readonly<Record<string, GaugeSpec>>;
  close(): void;
}

/** Pictures that may wait: of the light ones tens are done in the time that a caller waits, of the heavy ones a few. */
const WAITING = { light: 128, heavy: 8 };
/** Milliseconds after which a picture that looked light is decoded as a heavy one. */
const LIGHT_MS = 2000;
/** The owner of all small copies: they are made of pictures that we encoded ourselves. */
const OURS = 'ours';

const toFailure = (error: unknown): Refusal => {
  if (error instanceof DecoderStartError) return refusals.crowded();
  if (!(error instanceof DecodeError)) throw error;
  return error.reason === 'unreadable' ? refusals.unreadable() : refusals.tooHeavy();
};

/**
 * Decodes in processes of its own, each with `decodeMegabytes` of memory: one for light pictures and the small copies of ours, one for heavy
 * pictures, so that nobody waits for these. A picture that fails takes only its own process along.
 */
export const createEncoder = (deps: {
  limits: Pick<RateLimits, 'decodeMegabytes' | 'decodeSeconds'>;
  clock: Pick<Clock, 'after'>;
  log: Pick<Log, 'warn'>;
}): Encoder => {
  const { decodeMegabytes: megabytes, decodeSeconds } = deps.limits;
  const lane = (waiting: number) => ({
    queue: createFairQueue({ waiting }),
    decoder: createDecoder({ ...deps, megabytes }),
  });
  const light = lane(WAITING.light);
  const heavy = lane(WAITING.heavy);
  const both = [light, heavy];

  const decode = async (
    ask: Ask,
    format: Format,
    bytes: Buffer,
    takes: 'light' | 'all',
  ): Promise<EncodedImage | Refusal | 'heavy'> => {
    const { header } = await ask<'open'>({ open: bytes });
    const weight = weigh(format, header, megabytes);
    if (isFailure(weight)) return weight;
    return takes === 'all' || weight.light ? ask<'encode'>({ encode: MAX_EDGE }) : 'heavy';
  };

  const encode: Encoder['encode'] = async (bytes, owner, gone) => {
    const format = sniff(bytes);
    if (!format) return refusals.wrongType();
    try {
      const first = await light.queue
        .run(owner, () => light.decoder.run(LIGHT_MS, (ask) => decode(ask, format, bytes, 'light')), gone)
        .catch((error: unknown) => {
          if (error instanceof DecodeError && error.reason === 'late') return 'heavy' as const;
          throw error;
        });
      if (first !== 'heavy') return first;
      const work = () => heavy.decoder.run(decodeSeconds * 1000, (ask) => decode(ask, format, bytes, 'all'));
      return (await heavy.queue.run(owner, work, gone)) as EncodedImage | Refusal;
    } catch (error) {
      return toFailure(error);
    }
  };

  const sum = (of: (one: (typeof both)[number]) => number) => async () =>
    both.reduce((total, one) => total + of(one), 0);

  return {
    encode,
    shrink: (webp, width) =>
      light.queue.run(OURS, () =>
        light.decoder.run(decodeSeconds * 1000, async (ask) => {
          const { webp: smaller } = await ask<'shrink'>({ shrink: webp, width });
          return smaller;
        }),
      ),
    gauges: {
      piecework_decodes_waiting: {
        help: 'Pictures that wait to be decoded',
        value: sum(({ queue }) => queue.waiting()),
      },
      piecework_decodes_killed: {
        help: 'Decoding processes ended by a picture (its memory, its time) since the start',
        value: sum(({ decoder }) => decoder.killed()),
      },
      piecework_decoder_peak_bytes: {
        help: 'Highest memory (RSS) of a decoding process since the start',
        value: async () => Math.max(...both.map(({ decoder }) => decoder.peak())),
      },
    },
    close: () => {
      for (const { decoder } of both) decoder.stop();
    },
  };
};
