import type { Role } from '@piecework/contracts';
import { collection, type Document } from '@piecework/service-kit';

export interface UserRecord extends Document {
  /** Lower case. Stays taken when the account is closed. */
  email: string;
  name: string;
  photoURL: string;
  role: Role;
  /** Counts the changes of role and the closing. */
  roleVersion: number;
  /** The `roleVersion` of a change that other services have not finished yet; absent otherwise. */
  changing?: number;
  closed: boolean;
  /** The balance as the wallet told it last, and the version of what it told; -1 before it told anything. */
  coins: number;
  coinVersion: number;
  /**
   * Counts what the person did as an admin. Written with each such act, so that it conflicts with a change of this person made at the same
   * moment: two admins cannot depose one another.
   */
  acts: number;
  /** Lower-cased name and email, for searching and for sorting by name. */
  search: string;
}

export const users = collection<UserRecord>('users', [
  { key: { email: 1 }, unique: true },
  { key: { closed: 1, role: 1, coins: 1 } },
  { key: { closed: 1, coins: 1 } },
  { key: { closed: 1, search: 1 } },
  { key: { changing: 1 } },
]);

export interface TestimonialRecord extends Document {
  userName: string;
  userPhoto: string;
  quote: string;
}

export const testimonials = collection<TestimonialRecord>('testimonials');
