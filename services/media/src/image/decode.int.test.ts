import { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog, systemClock } from '@piecework/base';
import { createManualClock, pause } from '@piecework/base/testing';
import sharp from 'sharp';
import { createDecoder, type DecodeError, DecoderStartError, launchChild } from './decoder';
import { createEncoder } from './encoder';
import { refusals } from './image';

/** Crafted pictures of one colour: a few hundred bytes for many pixels. */
const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures', name));
const MEGABYTE = 1024 * 1024;
const LIMITS = { decodeMegabytes: 256, decodeSeconds: 60 };
const clock = systemClock;
const log = silentLog;

const flat = (width: number, height: number, channels: 3 | 4) =>
  sharp({ create: { width, height, channels, background: { r: 9, g: 99, b: 199, alpha: 0.5 } } });

const gaugesOf = async ({ gauges }: ReturnType<typeof createEncoder>) => ({
  peak: (await gauges.piecework_decoder_peak_bytes?.value()) ?? Number.NaN,
  killed: await gauges.piecework_decodes_killed?.value(),
  waiting: await gauges.piecework_decodes_waiting?.value(),
});

describe('decoding the most expensive accepted pictures', () => {
  // Each format just below its limit, at the greatest width for formats that buffer rows.
  it.each([
    ['AVIF of 8 bits', () => fixture('avif-8-bit.avif')],
    ['AVIF of 12 bits', () => fixture('avif-12-bit.avif')],
    ['GIF', () => fixture('gif.gif')],
    [
      'interlaced PNG of 16 bits with alpha',
      () => flat(10_000, 1150, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    ],
    ['progressive JPEG', () => flat(4800, 4800, 3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()],
    ['WebP', () => flat(5400, 5400, 4).webp({ effort: 0, lossless: true }).toBuffer()],
  ])('stays within 256 MB: %s', async (_kind, crafted) => {
    const encoder = createEncoder({ limits: LIMITS, clock, log });
    expect(await encoder.encode(await crafted())).toMatchObject({ webp: expect.any(Buffer) });
    const { peak, killed } = await gaugesOf(encoder);
    encoder.close();
    expect(killed).toBe(0);
    expect(peak).toBeGreaterThan(50 * MEGABYTE);
    expect(peak).toBeLessThan(256 * MEGABYTE);
  });
});

it.each(['avif-8-bit-40-megapixels.avif', 'avif-12-bit-40-megapixels.avif'])(
  'the encoder refuses %s by its header, without decoding pixels',
  async (name) => {
    const encoder = createEncoder({ limits: LIMITS, clock, log });
    expect(await encoder.encode(fixture(name))).toMatchObject({
      failure: 'validation',
      errors: [{ field: 'image', message: expect.stringMatching(/^An AVIF .*must have at most \d\.\d megapixels$/) }],
    });
    expect((await gaugesOf(encoder)).peak).toBeLessThan(100 * MEGABYTE);
    encoder.close();
  },
);

describe('the decoder', () => {
  const failure = (error: DecodeError) => error.reason;

  it('enforces its memory limit and restarts after a picture exceeded it', async () => {
    const decoder = createDecoder({ megabytes: 120, clock, log });
    const decode = (bytes: Buffer) =>
      decoder.run(60_000, async (send) => {
        await send<'open'>({ open: bytes });
        return send<'encode'>({ encode: 1600 });
      });
    // It needs 770 MB. Kernel and process race to detect that.
    const reason = await decode(fixture('avif-8-bit-40-megapixels.avif')).catch(failure);
    expect(['unreadable', 'died']).toContain(reason);
    expect(decoder.peak()).toBeLessThan(160 * MEGABYTE);
    expect(await decode(await flat(30, 20, 3).png().toBuffer())).toMatchObject({ width: 30, height: 20 });
    decoder.stop();
  });

  it('kills the process when a picture takes too long', async () => {
    const manual = createManualClock();
    const decoder = createDecoder({ megabytes: 1024, clock: manual, log });
    const work = decoder.run(10_000, async (send) => {
      await send<'open'>({ open: fixture('avif-8-bit-40-megapixels.avif') });
      // Together: the process may end, and the answer reject, before the clock has been advanced.
      const [encodeOpened] = await Promise.all([send<'encode'>({ encode: 1600 }), manual.advance(10_000)]);
      return encodeOpened;
    });
    expect(await work.catch(failure)).toBe('late');
    expect(decoder.killed()).toBe(1);
    decoder.stop();
  });

  it('starts again after a failed start', async () => {
    // `spawn` without free file descriptors: no channel and no 'exit'.
    const stillborn = () => {
      const process = new ChildProcess();
      setImmediate(() => process.emit('error', new Error('spawn EMFILE')));
      return process;
    };
    const launches: (typeof launchChild)[] = [stillborn];
    const decoder = createDecoder({
      megabytes: 256,
      clock,
      log,
      launch: (megabytes) => (launches.pop() ?? launchChild)(megabytes),
    });
    const decode = async () => {
      const png = await flat(3, 3, 3).png().toBuffer();
      return decoder.run(60_000, (send) => send<'open'>({ open: png }));
    };
    await expect(decode()).rejects.toThrow(DecoderStartError);
    expect(await decode()).toMatchObject({ header: { width: 3 } });
    decoder.stop();
  });

  it('passes no secrets to the process and stops it', async () => {
    const decoder = createDecoder({ megabytes: 256, clock, log });
    process.env.JWT_SECRET = 'a secret of the service';
    const { pid } = await decoder.run(60_000, async (send) => {
      await send<'open'>({ open: await flat(3, 3, 3).png().toBuffer() });
      return { pid: decoder.pid() };
    });
    delete process.env.JWT_SECRET;
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('a secret of the service');
    decoder.stop();
    await expect(until(() => !isAlive(pid))).resolves.toBe(true);
  });
});

const isAlive = (pid: number | undefined) => {
  try {
    process.kill(pid ?? 0, 0);
    return true;
  } catch {
    return false;
  }
};
const until = async (holds: () => boolean): Promise<boolean> => {
  for (let attempt = 0; attempt < 500 && !holds(); attempt++) await pause(20);
  return holds();
};

describe('the encoder', () => {
  it('refuses a picture that takes too long and continues with the next', async () => {
    const encoder = createEncoder({ limits: { ...LIMITS, decodeSeconds: 0.001 }, clock, log });
    const small = await flat(30, 20, 3).png().toBuffer();
    const [late, other] = await Promise.all([
      encoder.encode(fixture('avif-8-bit.avif')),
      encoder.encode(small, { key: 'other' }),
    ]);
    expect(late).toEqual(refusals.tooHeavy());
    expect(other).toMatchObject({ width: 30, height: 20 });
    expect((await gaugesOf(encoder)).killed).toBe(1);
    encoder.close();
  });

  it('drops queued work of a disconnected caller', async () => {
    const encoder = createEncoder({ limits: LIMITS, clock, log });
    const small = await flat(30, 20, 3).png().toBuffer();
    let leave = () => {};
    const first = encoder.encode(small);
    const dropped = encoder.encode(small, {
      key: 'gone',
      whenGone: (then) => {
        leave = then;
      },
    });
    expect((await gaugesOf(encoder)).waiting).toBe(1);
    leave();
    expect(await dropped).toEqual(refusals.crowded());
    expect((await gaugesOf(encoder)).waiting).toBe(0);
    expect(await first).toMatchObject({ width: 30 });
    encoder.close();
  });

  it('decodes light pictures while a heavy one is decoded, and refuses heavy ones when their queue is full', async () => {
    const encoder = createEncoder({ limits: LIMITS, clock, log });
    const small = await flat(30, 20, 3).png().toBuffer();
    // Hardly more than a light one: nine of them are decoded one after the other.
    const heavy = await flat(1300, 1300, 3).avif({ effort: 0 }).toBuffer();
    const done: string[] = [];
    const hostile = Array.from({ length: 12 }, async () => {
      const answer = await encoder.encode(heavy, { key: 'hostile' });
      done.push('webp' in answer ? 'heavy' : answer.failure);
    });
    expect(await encoder.encode(small, { key: 'honest' })).toMatchObject({ width: 30 });
    // Starts after one header of the other owner.
    expect(done.filter((end) => end === 'heavy').length).toBeLessThan(3);
    await Promise.all(hostile);
    expect(done.filter((end) => end === 'unavailable').length).toBeGreaterThan(0);
    expect((await gaugesOf(encoder)).peak).toBeLessThan(256 * MEGABYTE);
    encoder.close();
  });
});
