import { type GrantCheck, ROLE_COINS, type Role } from '@piecework/contracts';

/** Starting coins for which no event asked the wallet yet. */
export type WaitingGrant = {
  /** Network of the registration. */
  network: string;
  /** Time of the registration, in milliseconds since 1970. */
  at: number;
} & ({ for: 'email' } | ReleasedByAdmin);

interface ReleasedByAdmin {
  for: 'admin';
  /** What the admin has to check. */
  check: GrantCheck;
}

/** None for an account whose role was changed, or that is closed: the coins of the role, or none, are in their place. */
export const startingCoins = ({ role, roleVersion }: { role: Role; roleVersion: number }): number =>
  roleVersion > 0 ? 0 : ROLE_COINS[role];

/** Providers that ignore what follows a plus. `as`: their domains lead to one mailbox. `fold`: equal for names of one mailbox. */
const PROVIDERS: readonly { domains: string; as?: string; fold?: (name: string) => string }[] = [
  { domains: 'gmail.com googlemail.com', as: 'gmail.com', fold: (name) => name.replaceAll('.', '') },
  { domains: 'icloud.com me.com mac.com', as: 'icloud.com' },
  { domains: 'proton.me protonmail.com pm.me', as: 'proton.me', fold: (name) => name.replace(/[._-]/g, '') },
  {
    domains: 'yandex.com yandex.ru ya.ru yandex.by yandex.kz yandex.ua narod.ru',
    as: 'yandex.com',
    fold: (name) => name.replaceAll('-', '.'),
  },
  { domains: 'outlook.com hotmail.com live.com msn.com hotmail.co.uk live.co.uk' },
  { domains: 'yahoo.com ymail.com fastmail.com zoho.com' },
];
const PROVIDER_OF = new Map(
  PROVIDERS.flatMap((provider) => provider.domains.split(' ').map((domain) => [domain, provider])),
);

/** Equal for addresses of one mailbox at a large provider; elsewhere the address. */
export const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const provider = PROVIDER_OF.get(domain);
  if (!provider) return email;
  const name = email.slice(0, at).replace(/\+.*$/, '');
  return `${provider.fold?.(name) ?? name}@${provider.as ?? domain}`;
};
