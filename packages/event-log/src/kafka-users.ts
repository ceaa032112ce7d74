import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
// @ts-expect-error KafkaJS has no types of its internals.
import Decoder from 'kafkajs/src/protocol/decoder.js';
// @ts-expect-error KafkaJS has no types of its internals.
import Encoder from 'kafkajs/src/protocol/encoder.js';
// @ts-expect-error KafkaJS has no types of its internals.
import encodeRequest from 'kafkajs/src/protocol/request.js';
import { unavailable, within } from './kafka-client';

export interface KafkaUser {
  name: string;
  password: string;
}

const ALTER_USER_SCRAM_CREDENTIALS = 51;
const SCRAM_SHA_512 = 2;
/** The least that Kafka accepts: the passwords are random. */
const ITERATIONS = 4096;
const HASH_BYTES = 64;
const ANSWER_MS = 30_000;

const encode = async (users: readonly KafkaUser[]) =>
  new Encoder()
    .writeUVarIntBytes()
    .writeUVarIntArray([])
    .writeUVarIntArray(
      users.map(({ name, password }) => {
        const salt = randomBytes(HASH_BYTES);
        return new Encoder()
          .writeUVarIntString(name)
          .writeInt8(SCRAM_SHA_512)
          .writeInt32(ITERATIONS)
          .writeUVarIntBytes(salt)
          .writeUVarIntBytes(pbkdf2Sync(password, salt, ITERATIONS, HASH_BYTES, 'sha512'))
          .writeUVarIntBytes();
      }),
    )
    .writeUVarIntBytes();

const refusalsOf = (answer: Buffer): string[] => {
  const decoder = new Decoder(answer);
  decoder.readInt32();
  decoder.readTaggedFields();
  decoder.readInt32();
  const results: { name: string; code: number; message: string | null }[] = decoder.readUVarIntArray(() => {
    const result = {
      name: decoder.readUVarIntString(),
      code: decoder.readInt16(),
      message: decoder.readUVarIntString(),
    };
    decoder.readTaggedFields();
    return result;
  });
  return results
    .filter(({ code }) => code !== 0)
    .map(({ name, code, message }) => `${name}: ${message ?? `error ${code}`}`);
};

/** One request without a log-in. @returns the response without its length */
const exchange = (broker: string, request: Buffer): Promise<Buffer> => {
  const { hostname, port } = new URL(`kafka://${broker}`);
  const socket = connect(Number(port), hostname, () => socket.write(request));
  const answer = new Promise<Buffer>((resolve, reject) => {
    let received = Buffer.alloc(0);
    socket.on('data', (part) => {
      received = Buffer.concat([received, part]);
      if (received.length >= 4 && received.length >= 4 + received.readInt32BE()) resolve(received.subarray(4));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the broker closed the connection')));
  });
  return within(ANSWER_MS, answer).finally(() => socket.destroy());
};

/**
 * Creates users (SCRAM-SHA-512), or sets the passwords of existing ones, at a listener without authentication. KafkaJS has no such call, and
 * Kafka's own program takes three seconds of a core for each user.
 *
 * @throws {BusUnavailableError}
 */
export const ensureUsers = async (options: {
  brokers: readonly string[];
  users: readonly KafkaUser[];
}): Promise<void> => {
  const { brokers, users } = options;
  const request = { apiKey: ALTER_USER_SCRAM_CREDENTIALS, apiVersion: 0, encode: () => encode(users) };
  const { buffer } = await encodeRequest({ correlationId: 1, clientId: 'piecework', request });
  try {
    const refusals = refusalsOf(await exchange(brokers[0] ?? '', buffer));
    if (refusals.length > 0) throw new Error(refusals.join('; '));
  } catch (error) {
    throw unavailable(brokers, error);
  }
};
