import type { EventType, Role } from '@piecework/contracts';
import { type Failure, fail, isFailure } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { type Consumer, on, type Unit } from '@piecework/service-runtime';
import { collection, type Document, type Transaction } from '@piecework/store';

/** Projection of the user events. A role change newer than the gateway's assertion overrides it. */
export interface Person extends Document {
  _id: string;
  role: Role;
  roleVersion: number;
  closed: boolean;
  /** After the last suspension or its end, with the version. Absent: not suspended. */
  isSuspended?: boolean;
  suspensionVersion?: number;
  /** Name after the last change of the profile, with its version. Absent: the name that the gateway asserts. */
  name?: string;
  profileVersion?: number;
  /** Incremented by {@link actAs} to conflict with a concurrent role change. */
  conflictCounter: number;
}

export const people = collection<Person>('people');

/** By {@link actAs}. */
export type Refused = Failure<'forbidden' | 'account-suspended'>;

const asOf = (role: Role, roleVersion: number, closed = false) => ({ $set: { role, roleVersion, closed } });

/**
 * Guards a change made in `role`. Its write conflicts with a change of role or name and with a suspension: either that sees the new state, or this
 * sees the change.
 *
 * @returns the name that new work shows
 */
export const actAsNamed = async (tx: Transaction, actor: Actor, role: Role): Promise<Refused | { name: string }> => {
  const rows = tx.collection(people);
  const roleVersion = { $gte: actor.roleVersion };
  const isCurrent = { _id: actor.userId, role, closed: false, roleVersion, isSuspended: { $ne: true } };
  // Mostly the only command.
  const current = await rows.findOneAndUpdate(isCurrent, { $inc: { conflictCounter: 1 } });
  if (current) return { name: current.name ?? actor.name };
  const person = await rows.findOne({ _id: actor.userId });
  const isKnown = person !== null && person.roleVersion >= actor.roleVersion;
  if (person?.closed || (isKnown ? person.role : actor.role) !== role) return fail('forbidden');
  if (person?.isSuspended) return fail('account-suspended');
  await rows.updateOne(
    { _id: actor.userId },
    { ...asOf(actor.role, actor.roleVersion), $inc: { conflictCounter: 1 } },
    { upsert: true },
  );
  return { name: person?.name ?? actor.name };
};

/** As {@link actAsNamed}; null: admitted. */
export const actAs = async (tx: Transaction, actor: Actor, role: Role): Promise<Refused | null> => {
  const admitted = await actAsNamed(tx, actor, role);
  return isFailure(admitted) ? admitted : null;
};

/** The name of a person's new work that an event causes. Its write conflicts with a change of the name. */
export const currentName = async (tx: Transaction, userId: string): Promise<string | undefined> => {
  const person = await tx.collection(people).findOneAndUpdate({ _id: userId }, { $inc: { conflictCounter: 1 } });
  return person?.name;
};

type Handlers<E extends EventType> = {
  changed?: (unit: Unit<E>, change: { userId: string; from: Role; to: Role; roleVersion: number }) => Promise<void>;
  /** Changes the name that open work shows. */
  renamed?: (unit: Transaction, change: { userId: string; userName: string }) => Promise<void>;
  /** Called once per suspension and per end of one, unless a newer one came before. */
  suspended?: (unit: Unit<E>, change: { userId: string; isSuspended: boolean }) => Promise<void>;
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
      const person = await unit.collection(people).findOne({ _id: data.userId });
      if (person) return;
      await unit
        .collection(people)
        .insertOne({ _id: data.userId, role: data.role, roleVersion: 0, closed: false, conflictCounter: 0 });
    },
    ({ data }) => [{ of: people, ids: [data.userId] }],
  ),
  on('user.role-changed', emits, async ({ data }, unit) => {
    await rememberRole(unit, data.userId, data.to, data.roleVersion, false);
    await handlers.changed?.(unit, data);
  }),
  on('user.profile-changed', [], async ({ data: { userId, userName, profileVersion } }, unit) => {
    const person = await unit.collection(people).findOne({ _id: userId });
    if ((person?.profileVersion ?? 0) >= profileVersion) return;
    await unit.collection(people).updateOne({ _id: userId }, { $set: { name: userName, profileVersion } });
    await handlers.renamed?.(unit, { userId, userName });
  }),
  on('user.suspension-changed', emits, async ({ data: { userId, isSuspended, suspensionVersion } }, unit) => {
    const person = await unit.collection(people).findOne({ _id: userId });
    if ((person?.suspensionVersion ?? 0) >= suspensionVersion) return;
    await unit.collection(people).updateOne({ _id: userId }, { $set: { isSuspended, suspensionVersion } });
    await handlers.suspended?.(unit, { userId, isSuspended });
  }),
  on('user.closed', emits, async ({ data }, unit) => {
    await rememberRole(unit, data.userId, data.role, data.roleVersion, true);
    await handlers.closed?.(unit, data);
  }),
];

const rememberRole = async (unit: Transaction, userId: string, role: Role, roleVersion: number, closed: boolean) => {
  const rows = unit.collection(people);
  const person = await rows.findOne({ _id: userId });
  if (person && person.roleVersion > roleVersion) return;
  await rows.updateOne(
    { _id: userId },
    { ...asOf(role, roleVersion, closed), ...(person ? {} : { $inc: { conflictCounter: 0 } }) },
    { upsert: true },
  );
};
