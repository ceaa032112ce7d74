import { isoTime, timeOfId } from '@piecework/base';
import { type Found, MAX_FOUND, MIN_SEARCH_LENGTH, type Person, searchKey } from '@piecework/contracts';
import { shownPicture } from '@piecework/domain';
import { containing, type Transaction } from '@piecework/store';
import { mailboxOf } from '../grant/grant';
import { grantedMailboxes } from '../grant/grant.store';
import { suspendedView } from '../suspension/suspension';
import type { UserRecord } from './user';
import { users } from './user.store';

/** What the user service knows of a {@link Person}. */
export type PersonHead = Omit<Person, 'coins' | 'causes'>;

export const headOf = (user: UserRecord, settings: { gatewayOrigin: string }): PersonHead => {
  // The id is made at the registration.
  const since = timeOfId(user._id);
  return {
    _id: user._id,
    userName: user.name,
    userEmail: user.email,
    userPhotoURL: shownPicture(user.photoURL, settings),
    userRole: user.role,
    emailConfirmed: user.emailConfirmed ?? false,
    closed: user.closed,
    ...(since !== undefined && { since: isoTime(since) }),
    ...(user.waitingGrant && { grantWaits: user.waitingGrant.for }),
    ...(user.suspension && { suspension: suspendedView(user.suspension) }),
    notes: user.notes ?? 0,
  };
};

export const namedPerson = ({ _id, name, email, role, closed }: UserRecord): Found['people'][number] => ({
  userId: _id,
  userName: name,
  userEmail: email,
  userRole: role,
  closed,
});

/** By id, beginning of the email, or a part of name or email; closed accounts by the first two. */
export const findPeople = async (store: Transaction, q: string): Promise<Found['people']> => {
  const records = store.collection(users);
  const limit = MAX_FOUND;
  const email = q.toLowerCase();
  const key = searchKey(q);
  const [exact, beginning, containingIt] = await Promise.all([
    records.findOne({ _id: q }),
    records.find({ email: { $gte: email, $lt: `${email}\uffff` } }, { sort: { email: 1 }, limit }),
    key.length < MIN_SEARCH_LENGTH ? [] : records.find({ closed: false, search: containing(key) }, { limit }),
  ]);
  const found = new Map([...(exact ? [exact] : []), ...beginning, ...containingIt].map((user) => [user._id, user]));
  return [...found.values()].slice(0, limit).map(namedPerson);
};

/** Accounts read of one mailbox. */
const MAX_OF_MAILBOX = 20;

/** Ids of other accounts of the mailbox. Of accounts from before the field only the first one is found, whose grant claimed the mailbox. */
export const sameMailbox = async (store: Transaction, userId: string): Promise<{ userId: string; count: number }[]> => {
  const user = await store.collection(users).findOne({ _id: userId });
  if (!user) return [];
  const mailbox = mailboxOf(user.email);
  const [first, others] = await Promise.all([
    store.collection(grantedMailboxes).findOne({ _id: mailbox }),
    store.collection(users).find({ mailbox }, { limit: MAX_OF_MAILBOX }),
  ]);
  const ids = new Set([...(first ? [first.userId] : []), ...others.map(({ _id }) => _id)]);
  ids.delete(userId);
  return [...ids].map((id) => ({ userId: id, count: 1 }));
};
