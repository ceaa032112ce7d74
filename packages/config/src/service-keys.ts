import { hkdfSync } from 'node:crypto';
import { SERVICES, type ServiceName } from '@piecework/contracts';

/** The first key of a service signs; each one verifies. */
export type ServiceKeys = Readonly<Partial<Record<ServiceName, readonly string[]>>>;

/** One-way: a service key reveals neither the secret nor the key of another service. */
const deriveServiceKey = (secret: string, service: ServiceName): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `piecework service ${service}`, 32)).toString('hex');

export const deriveServiceKeys = (secret: string): Record<ServiceName, readonly string[]> =>
  Object.fromEntries(SERVICES.map((service) => [service, [deriveServiceKey(secret, service)]])) as unknown as Record<
    ServiceName,
    readonly string[]
  >;
