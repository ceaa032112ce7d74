export function findFirebaseTools(): string | null;
export function ensureFirebaseTools(): string | null;
