const TEXTS: Readonly<Record<string, string>> = {
  'ledger-balanced': 'Each coin has an origin, and each balance is the sum of its entries',
  'payouts-balanced': 'Coins were paid out for approved withdrawals only',
  'escrow-covered': 'Escrow holds the pay of all open, reserved and pending places',
  'places-balanced': 'The places of tasks match the work and the reservations',
  'counters-exact': 'Totals and counts equal a recount',
  'account-numbers-readable': 'The kept account numbers can be read',
};

/** A newer server knows more checks. */
export const checkText = (name: string): string => TEXTS[name] ?? name;
