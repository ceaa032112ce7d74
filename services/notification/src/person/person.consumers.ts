import { type Consumer, on, type Unit } from '@piecework/service-runtime';
import { inboxOf } from '../notification/notification.store';
import { type Person, personOf, updatePerson } from './person.store';

/** Nothing is kept about a closed account, whatever arrives later. */
const change = async (
  unit: Unit<never>,
  userId: string,
  changesOf: (person: Person) => Partial<Omit<Person, '_id'>> | null,
) => {
  if ((await inboxOf(unit, userId)).closed) return;
  const changes = changesOf(await personOf(unit, userId));
  if (changes) await updatePerson(unit, userId, changes);
};

/** From the first event on, also those before the first start: they are no news, but they hold the addresses. */
export const personConsumers: readonly Consumer[] = [
  on('user.registered', [], ({ data: { userId, email, userName } }, unit) =>
    change(unit, userId, ({ profileVersion }) => ({
      email,
      // A change of the profile is newer.
      ...(profileVersion === undefined && { name: userName }),
    })),
  ),
  on('user.profile-changed', [], ({ data: { userId, userName, profileVersion } }, unit) =>
    change(unit, userId, (person) =>
      (person.profileVersion ?? 0) >= profileVersion ? null : { name: userName, profileVersion },
    ),
  ),
  on('user.email-confirmed', [], ({ data: { userId } }, unit) => change(unit, userId, () => ({ isConfirmed: true }))),
];
