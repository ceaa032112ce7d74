import { type Found, type LinkedPerson, type LinkReason, type ServiceName, schemas } from '@piecework/contracts';
import { fail, ok } from '@piecework/http';
import { z } from 'zod';

/** Asks a service, and requires a reply of the schema. */
export type Ask = <T>(
  service: ServiceName,
  call: string,
  args: Record<string, unknown>,
  schema: z.ZodType<T>,
) => Promise<T>;

const headSchema = schemas.personSchema.omit({ coins: true, causes: true });
const coinsSchema = schemas.personSchema.pick({ coins: true, causes: true });
const namedPeople = schemas.foundSchema.shape.people;

/** As the trail names a person; null: unknown. */
export const readSubject = async (id: string, ask: Ask): Promise<{ id: string; email: string } | null> => {
  const head = await ask('user', 'person', { id }, headSchema.nullable());
  return head && { id: head._id, email: head.userEmail };
};

/** @param id or email */
export const readPerson = async (id: string, ask: Ask) => {
  const head = await ask('user', 'person', { id }, headSchema.nullable());
  if (!head) return fail('not-found');
  return ok({ ...head, ...(await ask('wallet', 'coinsOf', { userId: head._id }, coinsSchema)) });
};

const partSchema = z.array(z.object({ userId: z.string(), count: z.int() }));

/** Each knows one reason for which accounts may belong to one person. */
const REASONS = {
  wallet: 'account-number',
  media: 'picture',
  user: 'mailbox',
  submission: 'timing',
} as const satisfies Partial<Record<ServiceName, LinkReason>>;
export const SERVICES_WITH_LINKS = Object.keys(REASONS) as (keyof typeof REASONS)[];

/** Shown; those with most reasons come first. */
const MOST = 50;

export const listLinkedPeople = async (userId: string, ask: Ask) => {
  const reasonsOf = new Map<string, LinkedPerson['reasons']>();
  const parts = await Promise.all(
    SERVICES_WITH_LINKS.map(async (service) => ({
      code: REASONS[service],
      linked: await ask(service, 'linkedPeople', { userId }, partSchema),
    })),
  );
  for (const { code, linked } of parts)
    for (const { userId: other, count } of linked)
      reasonsOf.set(other, [...(reasonsOf.get(other) ?? []), { code, count }]);
  const ids = [...reasonsOf]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, MOST)
    .map(([id]) => id);
  const named = await ask('user', 'namedPeople', { ids }, namedPeople);
  const byId = new Map(named.map((person) => [person.userId, person]));
  return ok(
    ids.flatMap((id) => {
      const person = byId.get(id);
      return person ? { ...person, reasons: reasonsOf.get(id) ?? [] } : [];
    }),
  );
};

const SEARCHED = ['user', 'task', 'submission', 'wallet'] as const;

export const search = async (q: string, ask: Ask) => {
  const parts = await Promise.all(
    SEARCHED.map((service) => ask(service, 'search', { q }, schemas.foundSchema.partial())),
  );
  return ok(Object.assign({}, ...parts) as Found);
};
