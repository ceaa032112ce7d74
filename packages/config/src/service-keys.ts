import { hkdfSync } from 'node:crypto';
import { SERVICES, type ServiceName } from '@piecework/contracts';

/** The keys that a program has, by service. The first of a service signs, each is accepted. */
export type ServiceKeys = Readonly<Partial<Record<ServiceName, readonly string[]>>>;

/** The key of one service, derived from the secret of the installation. The secret cannot be computed from it, nor another service's key. */
export const deriveServiceKey = (secret: string, service: ServiceName): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `piecework service ${service}`, 32)).toString('hex');

/** The key of every service, derived from one secret. */
export const deriveServiceKeys = (secret: string): Record<ServiceName, readonly string[]> =>
  Object.fromEntries(
    SERVICES.map((service) => [service, [deriveServiceKey(secret, service)]]),
  ) as unknown as Record<ServiceName, readonly string[]>;
