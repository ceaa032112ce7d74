import { DuplicateKeyError } from '@piecework/service-kit';

/**
 * Runs a transaction that looks before it inserts, once more when a rival took the key in between: the second look finds the rival's
 * document. (Stores that run transactions side by side tell so by the unique index alone.)
 */
export const lookAgain = async <R>(transaction: () => Promise<R>): Promise<R> => {
  try {
    return await transaction();
  } catch (error) {
    if (!(error instanceof DuplicateKeyError)) throw error;
    return transaction();
  }
};
