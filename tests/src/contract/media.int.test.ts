import { outcome } from '../support/client';
import { contract, useContractFixture } from '../support/contract';
import { multipart, picture, uploadedName } from '../support/samples';

const fixture = useContractFixture();

const upload = (file: ReturnType<typeof picture>, token: string = fixture().worker.token) =>
  fixture().stack.ask('uploadImage', { token, ...file });
const image = (bytes: Buffer) => multipart('image', bytes);

contract('media', fixture, {
  uploadImage: {
    tests: () => {
      test('stores a picture, which is then public as WebP at the returned address', async () => {
        const { settings, call } = fixture().stack;
        const { data } = (await upload(picture())).body as {
          data: { display_url: string; width: number; height: number };
        };
        expect(data).toMatchObject({ width: 1, height: 1 });
        const url = new URL(data.display_url);
        expect(url.port).toBe(String(settings.port + 80));
        const shown = await call('GET', url.pathname);
        expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
        expect(shown.text).toContain('WEBP');
      });

      test('a task accepts the address of an uploaded picture', async () => {
        const { stack, buyer } = fixture();
        const path = `/images/${await uploadedName(fixture())}`;
        const local = `http://localhost:${stack.settings.port + 80}${path}`;
        for (const taskImageURL of [path, local]) await stack.post(buyer, { taskImageURL });
      });

      test.each([
        ['no picture', image(Buffer.from('hello')), '400 validation'],
        ['an SVG', image(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), '400 validation'],
        ['half a picture', image(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')), '400 validation'],
        ['an empty file', image(Buffer.of()), '400 validation'],
        ['another field', multipart('photo', Buffer.from('x')), '400 validation'],
        ['an invalid form', { ...picture(), raw: Buffer.from('x') }, '400 upload-incomplete'],
        ['more than 5 MB', image(Buffer.alloc(5 * 1024 * 1024 + 1)), '413 too-large'],
        ['far more than 5 MB', image(Buffer.alloc(12 * 1024 * 1024)), '413 too-large'],
        ['JSON', { raw: '{}', headers: { 'content-type': 'application/json' } }, '415 unsupported-media-type'],
      ])('answers an error with a code for %s', async (_case, file, expected) => {
        const answer = await upload(file);
        expect(outcome(answer)).toBe(expected);
        if (expected === '400 validation') expect(answer.body).toMatchObject({ errors: [{ field: 'image' }] });
      });
    },
  },

  checkPictures: {
    invalidValues: {
      urls: [
        [undefined, 'Pictures must be a list of addresses'],
        ['https://pictures.example/a.png', 'Pictures must be a list of addresses'],
        [[], 'Name at least one picture'],
        [Array(11).fill('/a'), 'At most 10 pictures can be checked at a time'],
      ],
    },
    tests: () => {
      test('names the addresses that lead to no picture', async () => {
        const { stack, buyer } = fixture();
        const own = `/images/${await uploadedName(fixture())}`;
        // RFC 2606: this domain never resolves.
        const nowhere = 'https://pictures.invalid/a.png';
        const urls = [own, nowhere, nowhere];
        expect(await stack.get('checkPictures', { as: buyer, body: { urls } })).toEqual({ unreachable: [nowhere] });
      });
    },
  },

  getImage: {
    tests: () => {
      test('is immutable, and answers 304 to a matching ETag', async () => {
        const { stack } = fixture();
        const params = { name: await uploadedName(fixture()) };
        const { headers } = await stack.ask('getImage', { params });
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(headers['x-content-type-options']).toBe('nosniff');
        const again = await stack.ask('getImage', { params, headers: { 'if-none-match': headers.etag ?? '' } });
        expect([again.status, again.text]).toEqual([304, '']);
      });

      test('is served in the widths of the screens only', async () => {
        const params = { name: await uploadedName(fixture()) };
        const look = (w: string) => fixture().stack.ask('getImage', { params, query: { w } });
        const { status, headers } = await look('160');
        expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
        const refused = await look('161');
        expect(outcome(refused)).toBe('400 validation');
        expect(refused.body).toMatchObject({ errors: [{ field: 'w' }] });
      });
    },
  },
});
