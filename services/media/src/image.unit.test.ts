import { schemas } from '@piecework/contracts';
import { pictureUrl } from '@piecework/service-kit';
import { imageIdOf, isImageId, sniff } from './image';

const ID = '01k9zzzzzzzzzzzzzzzzzzzzzz';
const latin = (text: string) => Buffer.from(text, 'latin1');
const ftyp = (brands: string) => {
  const box = latin(`\0\0\0\0ftyp${brands}`);
  box.writeUInt32BE(box.length, 0);
  return Buffer.concat([box, Buffer.alloc(64)]);
};

describe('the first bytes of a file', () => {
  it.each([
    ['png', latin('\x89PNG\r\n\x1a\n....')],
    ['jpeg', latin('\xff\xd8\xff\xe0....')],
    ['gif', latin('GIF89a....')],
    ['gif', latin('GIF87a....')],
    ['webp', latin('RIFF\x10\0\0\0WEBPVP8 ')],
    ['avif', ftyp('avif\0\0\0\0avifmif1')],
    ['avif', ftyp('mif1\0\0\0\0miafavif')],
  ])('tell that it is %s', (format, bytes) => {
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
  ])('refuse %s', (_what, bytes) => {
    expect(sniff(bytes)).toBeNull();
  });
});

describe('the address of a picture', () => {
  it("is the gateway's, and the contract takes it as an image field", () => {
    const url = pictureUrl(ID, { gatewayOrigin: 'http://localhost:4080' });
    expect(url).toBe(`http://localhost:4080/images/${ID}.webp`);
    expect(schemas.imageUrl('Image').safeParse(url).success).toBe(true);
  });

  it('names the id with and without its ending', () => {
    expect(imageIdOf(`${ID}.webp`)).toBe(ID);
    expect(imageIdOf(ID)).toBe(ID);
  });

  it.each(['../etc/passwd', `${ID}/..`, `${ID}\0`, `${ID}.webp`, '', ID.toUpperCase()])(
    'is never made of %j',
    (text) => {
      expect(isImageId(text)).toBe(false);
    },
  );
});
