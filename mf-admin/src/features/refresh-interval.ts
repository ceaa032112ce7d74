/**
 * Milliseconds between two reads of what may change without a live notice: registrations, waiting
 * grants, appeals, recorded payments, parked events, sums and checks.
 */
export const REFRESH_MS = 30_000;
