import { type Rig, startRig } from '../../testing';

let rig: Rig;
let worker: string;
let asked: unknown[];
beforeEach(async () => {
  rig = await startRig();
  worker = await rig.registerUser('ann');
  asked = [];
  rig.internalHandlers.ownsPictures = (args) => {
    asked.push(args);
    return { isOwner: (args.urls as string[]).every((url) => url.includes('mine')) };
  };
});
afterEach(() => rig.stop());

const submit = async (
  body: string | Uint8Array<ArrayBuffer>,
  operation = ['POST', '/submissions'],
  type = 'application/json',
) => {
  const [method = '', path = ''] = operation;
  const init = { method, headers: { 'content-type': type }, body };
  const response = await rig.fetchAs(worker, path, init);
  return { status: response.status, body: await response.json() };
};
const attaching = (...attachments: unknown[]) => JSON.stringify({ taskId: 't', attachments });

test('asks media about attached pictures, and forwards the body unchanged', async () => {
  const body = ` ${attaching('mine-1', 'mine-2')}\n`;
  expect(await submit(body)).toMatchObject({ status: 200, body: { body } });
  expect(asked).toEqual([{ owner: 'user:user-ann', urls: ['mine-1', 'mine-2'] }]);
});

test('refuses a picture that is not the caller’s, in front of the service', async () => {
  expect(await submit(attaching('mine-1', 'hers'))).toMatchObject({
    status: 400,
    body: { code: 'validation', errors: [{ field: 'attachments' }] },
  });
  expect(rig.calls).toEqual([]);
});

test.each([
  ['a name with an escape', attaching('hers').replace('attachments', '\\u0061ttachments')],
  ['a byte-order mark', `\uFEFF${attaching('hers')}`],
])('is not deceived by %s', async (_what, body) => {
  expect((await submit(body)).status).toBe(400);
  expect(rig.calls).toEqual([]);
});

test.each([
  'application/json; charset=utf-16le',
  'application/json; charset="utf-7"',
  'application/json; charset=utf-8; charset=utf-7',
])('refuses the encoding of %s, which the service would read', async (type) => {
  const body = Uint8Array.from(Buffer.from(attaching('hers'), 'utf16le'));
  expect((await submit(body, undefined, type)).status).toBe(415);
  expect(rig.calls).toEqual([]);
});

test.each(['application/json;charset=UTF-8', 'application/json; charset="utf-8"; x=1'])('forwards %s', async (type) =>
  expect((await submit(attaching('mine'), undefined, type)).status).toBe(200),
);

test.each([
  ['no pictures', '{"taskId":"t"}'],
  ['an empty list', attaching()],
  ['a word in a text', '{"submissionDetails":"see attachments"}'],
  ['what the service refuses: no list', '{"attachments":"mine"}'],
  ['what the service refuses: no addresses', attaching(1)],
  ['what the service refuses: too many', attaching(...Array.from({ length: 6 }, () => 'hers'))],
  ['what is not JSON', '{"attachments":'],
  ['no body', ''],
])('does not ask about %s', async (_what, body) => {
  expect(await submit(body)).toMatchObject({ status: 200, body: { body } });
  expect(asked).toEqual([]);
});

test('does not ask for other operations', async () => {
  expect((await submit(attaching('hers'), ['PATCH', '/tasks/1'])).status).toBe(200);
  expect(asked).toEqual([]);
});

test('answers 503 while media does not answer', async () => {
  rig.internalHandlers.ownsPictures = () => {
    throw new Error('down');
  };
  const failing = submit(attaching('mine-1'));
  await rig.stopUpstream();
  expect((await failing).status).toBe(503);
});
