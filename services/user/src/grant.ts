import type { GrantCheck } from '@piecework/contracts';

/** Starting coins that the wallet was not told to grant. */
export interface WaitingGrant {
  for: 'admin' | 'email';
  /** What an admin has to check. */
  check?: GrantCheck;
  /** Of the registration. */
  network: string;
  /** Of the registration. Milliseconds since 1970. */
  at: number;
}

/** Providers that ignore a part of an address, besides what follows a plus. `as`: their domains lead to one mailbox. */
const PROVIDERS: readonly { domains: string; as?: string; ignored?: RegExp }[] = [
  { domains: 'gmail.com googlemail.com', as: 'gmail.com', ignored: /\./g },
  { domains: 'icloud.com me.com mac.com', as: 'icloud.com' },
  { domains: 'proton.me protonmail.com pm.me', as: 'proton.me', ignored: /[._-]/g },
  { domains: 'outlook.com hotmail.com live.com msn.com hotmail.co.uk live.co.uk' },
  { domains: 'yahoo.com ymail.com fastmail.com zoho.com yandex.com yandex.ru' },
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
  return `${provider.ignored ? name.replace(provider.ignored, '') : name}@${provider.as ?? domain}`;
};
