import { SettingsError } from '@piecework/service-kit';
import { isOperatorError } from '@piecework/service-kit/run';
import { DataFolderError, DataFolderInUseError } from './data-lock';
import { UsageError } from './options';

/** What a person can mend is said in a sentence; anything else is a fault of ours and shows its stack. */
export const sayError = (error: unknown): void => {
  const isForPeople =
    error instanceof UsageError ||
    error instanceof DataFolderError ||
    error instanceof DataFolderInUseError ||
    error instanceof SettingsError ||
    isOperatorError(error);
  console.error(isForPeople ? `\n${error.message}` : error);
};
