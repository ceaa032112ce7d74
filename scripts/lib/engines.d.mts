/** Where stripe-mock lies: the one that STRIPE_MOCK_PATH names, and no other, if it does; null without it. */
export function findStripeMock(): string | null;
