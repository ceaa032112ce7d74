import { collection, type Document } from '@piecework/store';
import type { UserRecord } from './user';

/** Indexes of the lists, which show no closed account. Partial: a count need not read the documents. */
const shown = { partialFilterExpression: { closed: false } } as const;

export const users = collection<UserRecord>(
  'users',
  [
    { key: { email: 1 }, unique: true },
    { key: { closed: 1 }, ...shown },
    { key: { closed: 1, role: 1 }, ...shown },
    { key: { closed: 1, role: 1, coins: 1 }, ...shown },
    { key: { closed: 1, role: 1, search: 1 }, ...shown },
    { key: { closed: 1, coins: 1 }, ...shown },
    { key: { closed: 1, search: 1 }, ...shown },
    { key: { closed: 1, 'waitingGrant.for': 1, _id: 1 }, ...shown },
    { key: { closed: 1, 'suspension.at': -1 }, ...shown },
    { key: { changing: 1 } },
    { key: { mailbox: 1 } },
    { key: { closed: 1, closingCheckAt: 1 }, ...shown },
  ],
  { searchField: 'search' },
);

/** The buyer may see the worker's email. `_id`: `{buyerId}:{workerId}`. */
export interface Submitter extends Document {
  buyerId: string;
  workerId: string;
}

export const submitters = collection<Submitter>('submitters', [{ key: { buyerId: 1 } }]);

interface TestimonialRecord extends Document {
  userName: string;
  userPhoto: string;
  quote: string;
}

export const testimonials = collection<TestimonialRecord>('testimonials');
