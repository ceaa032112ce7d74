import { ApiError } from '../api/api-error';
import { dialogs } from '../dialogs/dialogs';

export const showFailure = (error: unknown, title?: string): void => {
  if (!(error instanceof ApiError)) throw error;
  // The login page shows the reason.
  if (error.status === 401 || error.status === 403) return;
  void dialogs.failure({ ...(title && { title }), text: error.message });
};
