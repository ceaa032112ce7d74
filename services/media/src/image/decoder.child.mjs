// Decodes pictures; started by `decoder.ts`. Plain JavaScript with sharp as its only import: it starts without a compiler, also next to a bundle.
// Argument: the RSS limit in megabytes. Sends 'ready', then answers one request at a time:
//   { open: Buffer }                    → { header }                 keeps the bytes for `encode`
//   { encode: number }                  → { webp, width, height }    longest edge in pixels
//   { shrink: Buffer, width: number }   → { webp }                   null when the picture is not wider
// Each reply has `peak`, the highest RSS in bytes. { fault }: libvips refuses the file.
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

/** Bytes. `resourceUsage` would include what the parent had at the fork. */
const peakOf = () => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
};

const limit = Number(process.argv[2]) * 1024 * 1024;
/** Milliseconds. libvips has its own threads, so the event loop is free to check the RSS. */
const WATCH_MS = 5;

// Keeps memory flat and leaves a core to the services.
sharp.concurrency(1);
sharp.cache(false);

try {
  // Out of memory, the kernel kills this process and not the service.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not supported by this system or sandbox.
}

/** EXIF orientation → upright; sharp flips before it rotates. `autoOrient` would buffer the large picture, so the small one is turned. */
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

// `failOn: 'error'` refuses truncated and corrupt files, but accepts the warnings that files of many phones cause.
const picture = () => sharp(kept, { failOn: 'error', limitInputPixels: false, sequentialRead: true, animated: false });

const open = async (bytes) => {
  kept = bytes;
  const header = await picture().metadata();
  orientation = header.orientation ?? 1;
  const { format, width, height, channels, depth, isProgressive } = header;
  return { header: { format, width, height, channels, depth, isProgressive } };
};

const encode = async (maxEdge) => {
  const small = picture().resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true });
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
// `process.exit` would wait for the picture being decoded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C signals the process group; the service stops this process in order.
process.on('SIGINT', () => {});
process.send('ready');
