import type { Integrity } from '@piecework/contracts';

const TEXTS: Readonly<Record<string, string>> = {
  'ledger-balanced': 'Every coin has a source, and every balance matches its entries',
  'payouts-balanced': 'Coins are only paid out for approved withdrawals',
  'escrow-covered': 'Escrow covers the pay of all open, held, and pending places',
  'places-balanced': 'Task places match submissions and held places',
  'account-numbers-readable': 'Stored account numbers are readable',
};

/** What a service counts. */
const COUNTED: Readonly<Record<string, string>> = {
  user: 'Account',
  task: 'Task and buyer',
  submission: 'Submission and place',
  wallet: 'Coin, payment, and withdrawal',
  media: 'Picture',
  notification: 'Notification',
};

/** A newer server knows more checks, and more services. */
export const checkText = ({ name, service }: Pick<Integrity['checks'][number], 'name' | 'service'>): string =>
  name === 'counters-exact' ? `${COUNTED[service] ?? 'All'} totals match the records` : (TEXTS[name] ?? name);
