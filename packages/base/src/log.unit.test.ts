import { createLog } from './log';

const capture = () => {
  const lines: string[] = [];
  const log = createLog('wallet', 'debug', { write: (line) => void lines.push(line) });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJ1aWQiOiJ1In0.c2lnbmF0dXJl_-';
const SECRET_43 = 'Zk3-hA_0aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

describe('a log line', () => {
  test('has time, program, level and message', () => {
    const { log, parsed } = capture();
    log.info({ taskId: 't' }, 'a task was added');
    expect(parsed()).toEqual([
      { level: 30, time: expect.stringMatching(/Z$/), service: 'wallet', taskId: 't', msg: 'a task was added' },
    ]);
  });

  test('is dropped below its level', () => {
    const lines: string[] = [];
    const log = createLog('wallet', 'warn', { write: (line) => void lines.push(line) });
    log.info('nothing');
    log.warn('something');
    expect(lines).toHaveLength(1);
  });

  test.each([
    ['a field by its name, however deep', { a: { b: { password: 'pa"ss\\w"0rd' } } }, '0rd'],
    ['a token by its name', { refreshToken: 'short.one' }, 'short'],
    ['a secret by its name', { clientSecret: 'pi_1_secret' }, 'pi_1'],
    ['a header', { headers: { authorization: 'Basic dXNlcjpwYXNz', cookie: 'a=b' } }, 'dXNlcjpwYXNz'],
    ['a card number', { cardNumber: '4242424242424242' }, '4242'],
    ['a bearer token inside a text', { note: `sent:\nBearer ${SECRET_43}` }, SECRET_43],
    ['a web token inside a text', { note: `it was\n${JWT}` }, JWT.slice(0, 20)],
    ['an API key inside a text', { note: `it was\npw_${'0'.repeat(26)}_${SECRET_43}` }, SECRET_43],
    ['an API key as a value', { given: `pw_${'0'.repeat(26)}_${SECRET_43}` }, SECRET_43],
    ['a secret of ours inside a text', { note: `it was\n${SECRET_43}\n` }, SECRET_43],
    ['a key of Stripe inside a text', { note: 'Invalid API Key:\nsk_live_51Habc' }, '51Habc'],
    ["a webhook's signing secret", { note: 'signed with whsec_5WbX+a/b=' }, '5WbX'],
    ['the secret of an intent', { note: '/payment_intents/pi_3Mt_secret_Yr9' }, 'Yr9'],
    ['a key by its name', { stripe: { secretKey: 'mine', webhookSecret: 'mine' }, apiKey: 'mine' }, 'mine'],
    ['a key of an address', { note: 'https://api.imgbb.com/1/upload?key=0123abcd' }, '0123abcd'],
    ['a token of an address', { path: '/live?access_token=abc1&a=b' }, 'abc1'],
    ['a password of an address', { note: 'mongodb://admin:hunter2@mongodb:27017/' }, 'hunter2'],
    ['an email', { note: 'dup key: { email:\n"wörker.one+a@mail.example.com" }' }, 'mail.example'],
  ])('redacts %s and stays JSON', (_, fields, hidden) => {
    const { log, lines, parsed } = capture();
    log.info({ ...fields, after: 'seen' }, 'message');
    expect(lines.join()).not.toContain(hidden);
    expect(parsed()).toMatchObject([{ after: 'seen', msg: 'message' }]);
  });

  test('does not redact ids, numbers, paths and messages', () => {
    const { log, parsed } = capture();
    const fields = {
      correlationId: '01jdq8m3c5v7xkq2t9y0r4w6zb',
      given: '0123456789abcdef0123456789abcdef',
      path: '/node_modules/@piecework/contracts/src/index.ts:10:3',
      package: 'mongodb@7.8.0',
      address: 'mongodb://mongodb:27017/?replicaSet=rs0',
      text: 'a token is refused',
    };
    log.info(fields, 'message');
    expect(parsed()).toMatchObject([fields]);
  });

  test('contains message, stack and causes of an error, and no other properties', () => {
    const { log, lines, parsed } = capture();
    const cause = Object.assign(new Error('E11000 dup key: { email: "anna@example.com" }'), { code: 11000 });
    const error = Object.assign(new TypeError('not kept', { cause }), { code: 'E1', body: '{"details":"work"}' });
    log.error({ err: error }, 'failed');
    const [line] = parsed() as { err: Record<string, string> }[];
    expect(line?.err).toMatchObject({
      type: 'TypeError',
      code: 'E1',
      message: 'not kept: E11000 dup key: { email: "[email]" }',
    });
    expect(line?.err.stack).toContain('log.unit.test.ts');
    expect(line?.err.stack).toContain('caused by');
    expect(lines.join()).not.toContain('details');
    expect(lines.join()).not.toContain('anna');
  });
});
