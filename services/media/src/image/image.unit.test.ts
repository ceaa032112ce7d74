import { schemas } from '@piecework/contracts';
import { pictureUrl } from '@piecework/domain';
import { imageIdOf, isImageId, sniff, weigh } from './image';

const ID = '01k9zzzzzzzzzzzzzzzzzzzzzz';
const latin = (text: string) => Buffer.from(text, 'latin1');
const ftyp = (brands: string) => {
  const box = latin(`\0\0\0\0ftyp${brands}`);
  box.writeUInt32BE(box.length, 0);
  return Buffer.concat([box, Buffer.alloc(64)]);
};

describe('sniff', () => {
  it.each([
    ['png', latin('\x89PNG\r\n\x1a\n....')],
    ['jpeg', latin('\xff\xd8\xff\xe0....')],
    ['gif', latin('GIF89a....')],
    ['gif', latin('GIF87a....')],
    ['webp', latin('RIFF\x10\0\0\0WEBPVP8 ')],
    ['avif', ftyp('avif\0\0\0\0avifmif1')],
    ['avif', ftyp('mif1\0\0\0\0miafavif')],
  ])('detects %s', (format, bytes) => {
    expect(sniff(bytes)).toBe(format);
  });

  it.each([
    ['an SVG', latin('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an SVG behind an XML head', latin('<?xml version="1.0"?><svg/>')],
    ['a page', latin('<!doctype html><script>alert(1)</script>')],
    ['a PDF', latin('%PDF-1.7')],
    ['a TIFF', latin('II*\0\x08\0\0\0')],
    ['a HEIC photo', ftyp('heic\0\0\0\0mif1heic')],
    ['a video', ftyp('isom\0\0\x02\0isomiso2')],
    ['a sound in RIFF', latin('RIFF\x10\0\0\0WAVEfmt ')],
    ['a brand outside the ftyp box', Buffer.concat([ftyp('mif1\0\0\0\0').subarray(0, 16), latin('avif')])],
    ['a signature that is cut off', latin('\x89PNG')],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s', (_what, bytes) => {
    expect(sniff(bytes)).toBeNull();
  });
});

describe('the URL of a picture', () => {
  it("is at the gateway and passes the contract's image field", () => {
    const url = pictureUrl(ID, { gatewayOrigin: 'http://localhost:4080' });
    expect(url).toBe(`http://localhost:4080/images/${ID}.webp`);
    expect(schemas.imageUrl('Image').safeParse(url).success).toBe(true);
  });

  it('has the id with and without extension', () => {
    expect(imageIdOf(`${ID}.webp`)).toBe(ID);
    expect(imageIdOf(ID)).toBe(ID);
  });

  it.each(['../etc/passwd', `${ID}/..`, `${ID}\0`, `${ID}.webp`, '', ID.toUpperCase()])('rejects the id %j', (text) => {
    expect(isImageId(text)).toBe(false);
  });
});

describe('weigh', () => {
  const header = (width: number, height: number, more: object = {}) => ({
    format: 'jpeg',
    width,
    height,
    channels: 3,
    depth: 'uchar',
    isProgressive: false,
    ...more,
  });
  const deep = { depth: 'ushort' };
  const sentence = (weight: ReturnType<typeof weigh>) =>
    'light' in weight ? (weight.light ? 'light' : 'heavy') : weight.message;

  it.each([
    ['jpeg', {}, 8000, 5000, 'light'],
    ['jpeg', {}, 65_000, 600, 'light'],
    ['jpeg', {}, 8000, 5001, 'The picture must have at most 40 megapixels'],
    ['jpeg', { isProgressive: true }, 2000, 2000, 'light'],
    ['jpeg', { isProgressive: true }, 5000, 4600, 'heavy'],
    ['jpeg', { isProgressive: true }, 5000, 4700, 'A progressive JPEG must have at most 23.2 megapixels'],
    ['jpeg', { isProgressive: true, channels: 4 }, 5000, 4000, 'A progressive JPEG must have at most 16.7 megapixels'],
    ['png', {}, 5000, 3000, 'light'],
    ['png', {}, 10_000, 4000, 'heavy'],
    ['png', {}, 10_001, 10, 'This kind of picture must be at most 10000 pixels wide'],
    ['png', deep, 5000, 4400, 'The picture must have at most 21.5 megapixels'],
    ['png', { isProgressive: true, channels: 4 }, 5000, 4800, 'An interlaced PNG must have at most 23.5 megapixels'],
    [
      'png',
      { isProgressive: true, channels: 4, ...deep },
      6320,
      6320,
      'An interlaced PNG of 16 bits must have at most 11.7 megapixels',
    ],
    ['webp', {}, 5600, 5600, 'A WebP must have at most 30.1 megapixels'],
    ['gif', {}, 5000, 4400, 'A GIF must have at most 21.5 megapixels'],
    ['avif', {}, 1200, 1200, 'light'],
    ['avif', {}, 2700, 2700, 'heavy'],
    ['avif', {}, 6320, 6320, 'An AVIF must have at most 7.5 megapixels'],
    ['avif', deep, 6320, 6320, 'An AVIF of 10 or 12 bits must have at most 5.3 megapixels'],
  ] as const)('%s %j of %i × %i: %s', (format, more, width, height, expected) => {
    const loader = format === 'avif' ? 'heif' : format;
    expect(sentence(weigh(format, header(width, height, { ...more, format: loader }), 256))).toBe(expected);
  });

  it('allows more pixels with more decoder memory, up to 40 megapixels', () => {
    const avif = header(6320, 6320, { format: 'heif' });
    expect(sentence(weigh('avif', avif, 1024))).toBe('heavy');
    expect(sentence(weigh('avif', { ...avif, width: 7000 }, 4096))).toBe('The picture must have at most 40 megapixels');
  });

  it('refuses a format that differs from the signature', () => {
    expect(sentence(weigh('png', header(8, 8), 256))).toMatch('damaged or has the wrong type');
  });
});
