import { DAY_MS } from '@piecework/base';
import { PERSON_NOTE_DAYS } from '@piecework/contracts';
import { collection, type Document, type Transaction } from '@piecework/store';

/** What an admin notes about a person, who never reads it. */
export interface PersonNote extends Document {
  userId: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
  author: string;
  authorEmail: string;
  /** Milliseconds since 1970. Absent while the account is open. */
  deleteAt?: number;
}

export const personNotes = collection<PersonNote>('personNotes', [
  { key: { userId: 1, _id: -1 } },
  { key: { deleteAt: 1 } },
]);

/** Disputes about payouts, and other accounts of the person, come up after the closing. */
export const deletionOf = (closedAt: number): number => closedAt + PERSON_NOTE_DAYS * DAY_MS;

export const endNotes = (tx: Transaction, userId: string, closedAt: number) =>
  tx.collection(personNotes).updateMany({ userId }, { $set: { deleteAt: deletionOf(closedAt) } });
