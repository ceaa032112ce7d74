import { isoTime } from '@piecework/base';
import { type ApiKey, MAX_API_KEYS, type Role } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import { apiKeyMask } from '@piecework/identity';

/** Kept in the record of its owner, so that the keys and their number change with one document (docs/adr/0064). */
export interface ApiKeyRecord {
  keyId: string;
  name: string;
  /** SHA-256 of the key, base64url. */
  hash: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** As the gateway reads it, in events and by `accountsAfter`. */
export const gatewayKey = (userId: string, { keyId, hash }: Pick<ApiKeyRecord, 'keyId' | 'hash'>) => ({
  userId,
  keyId,
  hash,
});

/** The part of a user's record. */
interface Owner {
  closed: boolean;
  role: Role;
  apiKeys?: readonly ApiKeyRecord[];
}

export const keysOf = ({ apiKeys = [] }: Pick<Owner, 'apiKeys'>): readonly ApiKeyRecord[] => apiKeys;

/** The keys with `key`. */
export const withKey = (
  owner: Owner | null,
  key: ApiKeyRecord,
): readonly ApiKeyRecord[] | Failure<'unauthenticated' | 'forbidden' | 'too-many-keys'> => {
  if (!owner || owner.closed) return fail('unauthenticated');
  if (owner.role !== 'buyer') return fail('forbidden');
  const keys = keysOf(owner);
  return keys.length < MAX_API_KEYS ? [...keys, key] : fail('too-many-keys');
};

export const shownKey = ({ keyId, name, createdAt }: ApiKeyRecord): ApiKey => ({
  _id: keyId,
  name,
  createdAt: isoTime(createdAt),
  mask: apiKeyMask(keyId),
});
