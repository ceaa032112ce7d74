import type { Identity } from '@piecework/contracts';
import type { ServiceDeps, Transaction } from '@piecework/service-kit';
import { type Account, claimsOf, identityOf, refreshTokenOf, sessionFields } from './identity';
import { accounts, sessions } from './identity.store';

/** Begins and continues signed-in sessions, inside the transaction of whoever asks. */
export const createSessions = ({ ids, clock, tokens }: Pick<ServiceDeps, 'ids' | 'clock' | 'tokens'>) => {
  const answerFor = (account: Account, sessionId: string, secret: string): Identity =>
    identityOf(account, tokens.signIdentity(claimsOf(account)), refreshTokenOf(sessionId, secret));

  return {
    begin: async (tx: Transaction, account: Account): Promise<Identity> => {
      const now = clock.now();
      const sessionId = ids.secret();
      const secret = ids.secret();
      await tx.collection(accounts).updateOne({ _id: account._id }, { $inc: { sessionsBegun: 1 } });
      await tx.collection(sessions).deleteMany({ expiresAt: { $lte: now } });
      await tx.collection(sessions).insertOne({ _id: sessionId, ...sessionFields(account._id, secret, now) });
      return answerFor(account, sessionId, secret);
    },
    /** Replaces the refresh token of a session. */
    rotate: async (tx: Transaction, account: Account, sessionId: string): Promise<Identity> => {
      const secret = ids.secret();
      await tx
        .collection(sessions)
        .updateOne({ _id: sessionId }, { $set: sessionFields(account._id, secret, clock.now()) });
      return answerFor(account, sessionId, secret);
    },
    endAll: async (tx: Transaction, accountId: string): Promise<void> => {
      await tx.collection(sessions).deleteMany({ accountId });
    },
  };
};
export type Sessions = ReturnType<typeof createSessions>;
