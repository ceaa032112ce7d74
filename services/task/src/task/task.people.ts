import { type Found, MAX_FOUND, MIN_SEARCH_LENGTH, searchKey } from '@piecework/contracts';
import { containing, type Transaction } from '@piecework/store';
import { UNLISTED_STATES } from './task';
import { type TaskDocument, tasks } from './task.store';

/** Texts that contain the words, of which those with the words in the title come first. */
const MAX_READ = 50;

const toHit = ({ _id, title, state, buyerId, buyerEmail }: TaskDocument): Found['tasks'][number] => ({
  _id,
  title,
  isListed: !(UNLISTED_STATES as readonly string[]).includes(state),
  personId: buyerId,
  personEmail: buyerEmail,
});

/** By id, or a part of title, detail or the buyer's name; never one that was not funded. */
export const findTasks = async (store: Transaction, q: string): Promise<Found['tasks']> => {
  const rows = store.collection(tasks);
  const shown = { state: { $nin: ['funding', 'declined'] } } as const;
  const key = searchKey(q);
  const [exact, named] = await Promise.all([
    rows.findOne({ _id: q, ...shown }),
    key.length < MIN_SEARCH_LENGTH
      ? []
      : rows.find({ search: containing(key), ...shown }, { sort: { createdAt: -1 }, limit: MAX_READ }),
  ]);
  const inTitle = ({ title }: TaskDocument) => Number(searchKey(title).includes(key));
  const sorted = named.toSorted((one, other) => inTitle(other) - inTitle(one));
  const found = new Map([...(exact ? [exact] : []), ...sorted].map((task) => [task._id, task]));
  return [...found.values()].slice(0, MAX_FOUND).map(toHit);
};
