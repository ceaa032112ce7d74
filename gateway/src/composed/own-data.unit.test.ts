import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { silentLog } from '@piecework/base';
import { unzip } from '../../testing/unzip';
import { createOwnDataDownload } from './own-data';

const OWNER = { userId: 'u1', email: 'ann@example.com', uid: 'uid1' };
const ROWS = 40;
const PAGE = 10;

type Args = { file: string; after: { value: number; id: string } | null };

let pages: number;
let pictures: string[];
let fault: { service: string; after: number } | null;
beforeEach(() => {
  pages = 0;
  pictures = [];
  fault = null;
});

/** The wallet has many rows, media two pictures, the others nothing. */
const internal = async (service: string, name: string, args: unknown) => {
  if (name === 'ownDataFiles')
    return service === 'wallet' ? ['statement', 'nothing'] : service === 'media' ? ['pictures'] : [];
  const { file, after } = args as Args;
  pages += 1;
  const from = after?.value ?? 0;
  if (fault?.service === service && from >= fault.after) throw new Error('down');
  const count = { statement: ROWS, pictures: 2 }[file] ?? 0;
  const numbers = Array.from({ length: Math.max(0, Math.min(PAGE, count - from)) }, (_, at) => from + at + 1);
  const last = numbers.at(-1);
  const rows = numbers.map((n) => (file === 'pictures' ? { picture: `picture${n}` } : { n, text: 'x'.repeat(20_000) }));
  return { rows, after: last === undefined ? null : { value: last, id: String(last) } };
};
const call = async (_service: string, _operation: string, { params }: { params: Record<string, string> }) => {
  pictures.push(params.name ?? '');
  return params.name === 'picture2.webp'
    ? { status: 404, headers: {}, body: Buffer.of() }
    : { status: 200, headers: {}, body: Readable.from([Buffer.from('RIFF')]) };
};

const download = async (): Promise<Readable> => {
  const services = { internal, call } as never;
  const start = createOwnDataDownload({ services, clock: { now: () => Date.UTC(2026, 10, 30) }, log: silentLog });
  return (await start(OWNER, 'c1')).body as Readable;
};

test('has one file per kind of rows, without empty ones, and the pictures that are still there', async () => {
  const files = await unzip(await buffer(await download()));
  expect(Object.keys(files)).toEqual(['about.txt', 'statement.json', 'pictures.json', 'pictures/picture1.webp']);
  const rows = JSON.parse(files['statement.json']?.toString() ?? '');
  expect(rows.map(({ n }: { n: number }) => n)).toEqual(Array.from({ length: ROWS }, (_, at) => at + 1));
  expect(pictures).toEqual(['picture1.webp', 'picture2.webp']);
});

test('reads no further than its caller', async () => {
  const body = await download();
  body.read();
  for (let round = 0; round < 200; round += 1) await turn();
  expect(pages).toBeLessThan(1 + ROWS / PAGE);
  body.destroy();
});

test('ends with an error, not as a complete archive, when a service fails in between', async () => {
  fault = { service: 'wallet', after: 20 };
  await expect(buffer(await download())).rejects.toThrow('down');
});

test('stops when the caller is gone', async () => {
  const body = await download();
  body.on('error', () => {});
  await new Promise((resolve) => body.once('data', resolve));
  body.destroy();
  for (let round = 0; round < 200; round += 1) await turn();
  const before = pages;
  for (let round = 0; round < 200; round += 1) await turn();
  expect(pages).toBe(before);
});
