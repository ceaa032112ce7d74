import { isAlwaysMailed, type MailChoice, type NotificationKind } from '@piecework/contracts';
import { collection, type Document, type Transaction } from '@piecework/store';

/** One per open account, and its choices. */
export interface Person extends Document {
  email?: string;
  name?: string;
  profileVersion?: number;
  /** The person has proved that the address is theirs. */
  isConfirmed?: true;
  /** Kinds of notifications that are also mailed. */
  mailed?: { [K in MailChoice]?: boolean };
}

export const people = collection<Person>('people');

export const personOf = async (tx: Transaction, userId: string): Promise<Person> =>
  (await tx.collection(people).findOne({ _id: userId })) ?? { _id: userId };

export const updatePerson = async (
  tx: Transaction,
  userId: string,
  changes: Partial<Omit<Person, '_id'>>,
): Promise<void> => {
  await tx.collection(people).updateOne({ _id: userId }, { $set: changes }, { upsert: true });
};

/** Where notifications of the kind are mailed: only to a confirmed address, and only if the person has chosen them or has to know of them. */
export const recipientOf = (
  { email, name = '', isConfirmed, mailed }: Person,
  kind: NotificationKind,
): { to: string; name: string } | null =>
  email !== undefined && isConfirmed && (isAlwaysMailed(kind) || mailed?.[kind]) ? { to: email, name } : null;
