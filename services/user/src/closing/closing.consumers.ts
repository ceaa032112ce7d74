import type { EventEnvelope } from '@piecework/contracts';
import { type Consumer, on, type Unit } from '@piecework/service-runtime';
import { begin } from '../user/user';
import { CLOSING_EVENTS, closing as closingOfAccount } from '../user/user.saga';
import { users } from '../user/user.store';
import { type ANSWERING, isNothingDue, NOT_CLOSING, withAnswer } from './closing';

type Answered = Pick<EventEnvelope<'submission.closing-counted' | 'wallet.closing-counted'>, 'data' | 'occurredAt'>;

export const createClosingConsumers = (): Consumer[] => [
  on('submission.closing-counted', CLOSING_EVENTS, (event, unit) => countAnswer(unit, 'submission', event)),
  on('wallet.closing-counted', CLOSING_EVENTS, (event, unit) => countAnswer(unit, 'wallet', event)),
];

/** The last answer closes the account, when nothing is due. It is no act of an admin. */
const countAnswer = async (
  unit: Unit<(typeof CLOSING_EVENTS)[number]>,
  service: (typeof ANSWERING)[number],
  { data: { userId, ...answer }, occurredAt }: Answered,
): Promise<void> => {
  const userRows = unit.collection(users);
  const user = await userRows.findOne({ _id: userId });
  const closing = user && withAnswer(user, service, answer);
  if (!closing) return;
  if (!isNothingDue(closing)) return void (await userRows.updateOne({ _id: userId }, { $set: { closing } }));
  // One change at a time (D-3.5): asks again, until that of the role is settled.
  if (user.changing !== undefined)
    return void (await userRows.updateOne({ _id: userId }, { $set: { closingCheckAt: Date.parse(occurredAt) } }));
  const begun = { ...begin(user, { closed: true }), isOwn: true as const };
  const { closed, roleVersion, changing } = begun.after;
  await userRows.updateOne({ _id: userId }, { $set: { closed, roleVersion, changing }, $unset: NOT_CLOSING });
  await closingOfAccount.announce(unit, begun);
};
