import type { EventType, Role } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { type Consumer, on, type Unit } from '@piecework/service-runtime';
import { collection, type Document, type Transaction } from '@piecework/store';

/** Projection of the user events. A role change newer than the gateway's assertion overrides it. */
export interface Person extends Document {
  _id: string;
  role: Role;
  roleVersion: number;
  closed: boolean;
  /** Incremented by {@link actAs} to conflict with a concurrent role change. */
  conflictCounter: number;
}

export const people = collection<Person>('people');

const asOf = (role: Role, roleVersion: number, closed = false) => ({
  $set: { role, roleVersion, closed },
});

/** Guards a change made in `role`. Its write conflicts with a role change: either that sees the new state, or the caller is refused. */
export const actAs = async (
  tx: Transaction,
  actor: Actor,
  role: Role,
): Promise<Failure<'forbidden'> | null> => {
  const known = tx.collection(people);
  const isCurrent = { _id: actor.userId, role, closed: false, roleVersion: { $gte: actor.roleVersion } };
  // Mostly the only command.
  if (await known.findOneAndUpdate(isCurrent, { $inc: { conflictCounter: 1 } })) return null;
  const person = await known.findOne({ _id: actor.userId });
  const isKnown = person !== null && person.roleVersion >= actor.roleVersion;
  if (person?.closed || (isKnown ? person.role : actor.role) !== role) return fail('forbidden');
  await known.updateOne(
    { _id: actor.userId },
    { ...asOf(actor.role, actor.roleVersion), $inc: { conflictCounter: 1 } },
    { upsert: true },
  );
  return null;
};

type Handlers<E extends EventType> = {
  changed?: (
    unit: Unit<E>,
    change: { userId: string; from: Role; to: Role; roleVersion: number },
  ) => Promise<void>;
  closed?: (unit: Unit<E>, closing: { userId: string; role: Role; roleVersion: number }) => Promise<void>;
};

export const peopleConsumers = <const E extends readonly EventType[]>(
  emits: E,
  handlers: Handlers<E[number]> = {},
): Consumer[] => [
  on(
    'user.registered',
    [],
    async ({ data }, unit) => {
      const known = await unit.collection(people).findOne({ _id: data.userId });
      if (known) return;
      await unit.collection(people).insertOne({
        _id: data.userId,
        role: data.role,
        roleVersion: 0,
        closed: false,
        conflictCounter: 0,
      });
    },
    ({ data }) => [{ of: people, ids: [data.userId] }],
  ),
  on('user.role-changed', emits, async ({ data }, unit) => {
    await rememberRole(unit, data.userId, data.to, data.roleVersion, false);
    await handlers.changed?.(unit, data);
  }),
  on('user.closed', emits, async ({ data }, unit) => {
    await rememberRole(unit, data.userId, data.role, data.roleVersion, true);
    await handlers.closed?.(unit, data);
  }),
];

const rememberRole = async (
  unit: Transaction,
  userId: string,
  role: Role,
  roleVersion: number,
  closed: boolean,
) => {
  const known = unit.collection(people);
  const person = await known.findOne({ _id: userId });
  if (person && person.roleVersion > roleVersion) return;
  await known.updateOne(
    { _id: userId },
    {
      ...asOf(role, roleVersion, closed),
      ...(person ? {} : { $inc: { conflictCounter: 0 } }),
    },
    { upsert: true },
  );
};
