import { msg } from '@piecework/i18n';
import { ApiError, networkError, SESSION_ENDED } from '../api/api-error';

/** `auth/popup-blocked` → `popup-blocked` (https://firebase.google.com/docs/reference/js/auth#autherrorcodes). */
export const kindOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code).replace(/^auth\//, '') : '';

/** The identity cannot be renewed. */
const SESSION_ENDED_CODES = ['user-token-expired', 'invalid-user-token', 'user-mismatch'];
const SERVICE_FAULT_CODES = ['internal-error', 'timeout', 'web-storage-unsupported', 'quota-exceeded'];

const statusOf = (kind: string): number => {
  if (kind === 'too-many-requests') return 429;
  return SERVICE_FAULT_CODES.includes(kind) ? 503 : 400;
};

const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  const kind = kindOf(error) || 'internal-error';
  if (kind === 'network-request-failed') return networkError();
  if (SESSION_ENDED_CODES.includes(kind)) return new ApiError(401, 'session-ended', SESSION_ENDED);
  return new ApiError(
    statusOf(kind),
    kind,
    msg('Something went wrong while signing you in. Please try again in a moment.'),
  );
};

export const withApiErrors = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (error) {
    throw toApiError(error);
  }
};
