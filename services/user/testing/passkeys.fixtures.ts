import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer } from '@piecework/contracts';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** Of WebAuthn: user present and verified, and that a new key follows. */
const FLAGS = { used: 0b101, made: 0b100_0101 };

/** A device with one passkey, as the browser shows it to the page of `origin`. */
export const createAuthenticator = (origin: string, rpId = 'localhost') => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let uses = 0;

  const dataOf = (flags: number, key: Buffer = Buffer.of()) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, key]);
  };
  const clientDataOf = (type: 'webauthn.create' | 'webauthn.get', challenge: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const newKey = () => {
    const [algorithm, curve] = [-7, 1];
    const coordinates = [x, y].map((text) => new Uint8Array(Buffer.from(text, 'base64url')));
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, algorithm],
      [-1, curve],
      [-2, coordinates[0] as Uint8Array],
      [-3, coordinates[1] as Uint8Array],
    ]);
    const length = Buffer.of(0, credentialId.length);
    return Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(cose as never)]);
  };

  return {
    id,
    /** Answers `navigator.credentials.create`. */
    create: ({ challenge }: Record<string, unknown>): NewPasskey => {
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(dataOf(FLAGS.made, newKey()))],
      ]);
      return {
        id,
        clientDataJSON: clientDataOf('webauthn.create', challenge).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      };
    },
    /** Answers `navigator.credentials.get`. */
    get: ({ challenge }: Record<string, unknown>): PasskeyAnswer => {
      uses += 1;
      const clientData = clientDataOf('webauthn.get', challenge);
      const data = dataOf(FLAGS.used);
      return {
        id,
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString('base64url'),
      };
    },
  };
};
export type Authenticator = ReturnType<typeof createAuthenticator>;
