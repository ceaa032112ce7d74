/** The stripe-mock program, or null. When STRIPE_MOCK_PATH is set, no other is looked for. */
export function findStripeMock(): string | null;
