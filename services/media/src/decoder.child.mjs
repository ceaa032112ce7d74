// A process that decodes pictures and does nothing else; `decoder.ts` starts it. Plain JavaScript that imports only sharp, so that it starts
// without a compiler and an image of the service needs this one file beside its bundle.
//
// Argument: the memory (RSS) in megabytes beyond which it kills itself. It sends 'ready', then answers one request at a time:
//   { open: Buffer }                    → { header }                 keeps the bytes for `encode`
//   { encode: number }                  → { webp, width, height }    longest edge in pixels
//   { shrink: Buffer, width: number }   → { webp }                   null when the picture is not wider
// Each reply has `peak`, the highest RSS so far in bytes. { fault } is what libvips says of a file that it refuses.
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

/** The highest RSS so far, in bytes. `resourceUsage` counts what the parent had when it forked as well. */
const peakOf = () => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
};

const limit = Number(process.argv[2]) * 1024 * 1024;
/** Milliseconds between two readings of the RSS. libvips works on a thread of its own, so the event loop is free. */
const WATCH_MS = 5;

// One thread per picture and no cache between pictures: memory stays flat, and the services keep a core.
sharp.concurrency(1);
sharp.cache(false);

try {
  // In a container that runs out of memory the kernel kills this process, not the service.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not on this system, or not in this sandbox: the limit holds without it.
}

/** EXIF orientation → upright; sharp flips before it rotates. `autoOrient` would hold all of a large picture in memory, so this is done to the small one. */
const UPRIGHT = {
  2: (small) => small.flop(),
  3: (small) => small.rotate(180),
  4: (small) => small.flip(),
  5: (small) => small.flip().rotate(90),
  6: (small) => small.rotate(90),
  7: (small) => small.flip().rotate(270),
  8: (small) => small.rotate(270),
};

let kept = Buffer.of();
let orientation = 1;

// `failOn: 'error'` refuses what is truncated or corrupt, and accepts the harmless oddities (`warning`) that many phones and editors write.
const picture = () =>
  sharp(kept, { failOn: 'error', limitInputPixels: false, sequentialRead: true, animated: false });

const open = async (bytes) => {
  kept = bytes;
  const header = await picture().metadata();
  orientation = header.orientation ?? 1;
  const { format, width, height, channels, depth, isProgressive } = header;
  return { header: { format, width, height, channels, depth, isProgressive } };
};

const encode = async (maxEdge) => {
  const small = picture().resize({
    width: maxEdge,
    height: maxEdge,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const { data, info } = await (UPRIGHT[orientation]?.(small) ?? small)
    .webp({ quality: 82, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return { webp: data, width: info.width, height: info.height };
};

const shrink = async (bytes, width) => {
  const header = await sharp(bytes).metadata();
  if (header.width <= width) return { webp: null };
  return { webp: await sharp(bytes).resize({ width }).webp({ quality: 80, effort: 4 }).toBuffer() };
};

const answer = (request) => {
  if (request.open) return open(request.open);
  return request.shrink ? shrink(request.shrink, request.width) : encode(request.encode);
};

process.on('message', async (request) => {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > limit) process.kill(process.pid, 'SIGKILL');
  }, WATCH_MS);
  const reply = await answer(request).catch((error) => ({ fault: String(error?.message ?? error) }));
  clearInterval(watch);
  process.send({ ...reply, peak: peakOf() });
});
// Not `process.exit`, which waits for the picture that is being decoded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C in a terminal reaches the whole group. The service ends in order, and this process with it.
process.on('SIGINT', () => {});
process.send('ready');
