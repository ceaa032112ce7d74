import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { readSettings } from '@piecework/config';
import { BSON } from 'mongodb';
import { type MongoDatabases, openMongoDatabases } from './mongo-databases';

/* The MongoDB stand-in has no users: a fake server shows that the driver logs in by SCRAM-SHA-256 before any command. */

const OP_MSG = 2013;
const ITERATIONS = 4096;
const UNAUTHORIZED = { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'command requires authentication' };
const DENIED = { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.' };

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The server side of SCRAM-SHA-256 (RFC 5802, RFC 7677) for one user. */
const scram = (name: string, password: string) => {
  const salt = randomBytes(28);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest();
  let first = '';
  return {
    start: (payload: string) => {
      const [, user = '', nonce = ''] = /^n,,n=([^,]*),r=(.*)$/.exec(payload) ?? [];
      if (user !== name) return null;
      const challenge = `r=${nonce}${randomBytes(18).toString('base64')},s=${salt.toString('base64')},i=${ITERATIONS}`;
      first = `${payload.slice(3)},${challenge}`;
      return challenge;
    },
    finish: (payload: string) => {
      const [withoutProof = '', proof = ''] = payload.split(',p=');
      const transcript = `${first},${withoutProof}`;
      const signature = hmac(storedKey, transcript);
      const clientKey = Buffer.from(proof, 'base64').map((byte, index) => byte ^ (signature[index] ?? 0));
      if (!createHash('sha256').update(clientKey).digest().equals(storedKey)) return null;
      return `v=${hmac(hmac(salted, 'Server Key'), transcript).toString('base64')}`;
    },
  };
};

const HELLO = { ok: 1, isWritablePrimary: true, maxWireVersion: 21, minWireVersion: 0, readOnly: false };

const startServer = async (name: string, password: string) => {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    let isIn = false;
    const login = scram(name, password);
    const answer = (command: Record<string, unknown>): Record<string, unknown> => {
      const [verb = ''] = Object.keys(command);
      if (['hello', 'ismaster', 'isMaster'].includes(verb)) return HELLO;
      if (verb === 'endSessions') return { ok: 1 };
      asked.push(`${verb}${isIn ? '' : ', not logged in'}`);
      if (verb === 'saslStart' || verb === 'saslContinue') {
        const payload = String((command.payload as BSON.Binary).toString());
        if (verb === 'saslStart' && command.mechanism !== 'SCRAM-SHA-256') return DENIED;
        const reply = verb === 'saslStart' ? login.start(payload) : login.finish(payload);
        if (reply === null) return DENIED;
        isIn = verb === 'saslContinue';
        return { ok: 1, conversationId: 1, done: isIn, payload: new BSON.Binary(Buffer.from(reply)) };
      }
      if (!isIn) return UNAUTHORIZED;
      return { ok: 1, databases: [{ name: 'piecework_wallet' }] };
    };
    let received = Buffer.of();
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
        const message = received.subarray(0, received.readInt32LE(0));
        received = received.subarray(message.length);
        // The first message may be an OP_QUERY: its document follows flags, a name and two numbers.
        const isMessage = message.readInt32LE(12) === OP_MSG;
        const at = isMessage ? 21 : message.indexOf(0, 20) + 9;
        const body = BSON.serialize(answer(BSON.deserialize(message.subarray(at, at + message.readInt32LE(at)))));
        const head = Buffer.alloc(isMessage ? 21 : 36);
        head.writeInt32LE(head.length + body.length, 0);
        head.writeInt32LE(message.readInt32LE(4), 8);
        head.writeInt32LE(isMessage ? OP_MSG : 1, 12);
        if (!isMessage) head.writeInt32LE(1, 32);
        socket.write(Buffer.concat([head, body]));
      }
    });
  };
  const server: Server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop };
};

let databases: MongoDatabases | undefined;
let server: Awaited<ReturnType<typeof startServer>>;
beforeEach(async () => {
  server = await startServer('wallet', "the wallet's");
});
afterEach(async () => {
  await databases?.close();
  databases = undefined;
  await server.stop();
});

const uriWith = (login: Record<string, string>): string =>
  readSettings({ STORE: 'mongodb', MONGODB_URI: `mongodb://${server.host}/?directConnection=true`, ...login }, 'job')
    .mongodbUri ?? '';

test('the driver authenticates with the configured user before any other command', async () => {
  databases = await openMongoDatabases(uriWith({ MONGODB_USERNAME: 'wallet', MONGODB_PASSWORD: "the wallet's" }));
  expect(await databases.existing(['piecework_wallet', 'piecework_user'])).toEqual(['piecework_wallet']);
  expect(server.asked).toEqual(['saslStart, not logged in', 'saslContinue, not logged in', 'listDatabases']);
});

test('the server answers nothing without authentication', async () => {
  databases = await openMongoDatabases(uriWith({}));
  await expect(databases.existing(['piecework_wallet'])).rejects.toThrow('requires authentication');
});

test.each([
  ['wallet', "the task's"],
  ['task', "the wallet's"],
])('%s with %s fails at the start without the password in the message', async (name, password) => {
  const opening = openMongoDatabases(uriWith({ MONGODB_USERNAME: name, MONGODB_PASSWORD: password }));
  // Closes the client even where it should not have opened.
  opening.then(
    (opened) => {
      databases = opened;
    },
    () => {},
  );
  await expect(opening).rejects.toThrow(`MongoDB at ${server.host} does not answer (Authentication failed.)`);
  await expect(opening).rejects.not.toThrow(password);
});
