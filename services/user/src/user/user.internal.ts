import { cleanEmail, schemas, TEXT_LENGTH } from '@piecework/contracts';
import { linesRule } from '@piecework/contracts/field-rules';
import { isFailure } from '@piecework/http';
import { internally, type Service, type ServiceDeps } from '@piecework/service-runtime';
import { z } from 'zod';
import { gatewayKey, keysOf } from '../api-key/api-key';
import { isOwner, type UserRecord } from './user';
import { findPeople, headOf, namedPerson, sameMailbox } from './user.people';
import { changeOfRole, ROLE_EVENTS, type Saga } from './user.saga';
import { testimonials, users } from './user.store';

/** From a token: validated by the identity provider. */
const emailArgs = z.object({ email: z.string().trim().toLowerCase() });
const ownerArgs = emailArgs.extend({ uid: z.string(), emailVerified: z.boolean() });
const accountsArgs = z.object({ userId: z.string() });
const personArgs = z.object({ id: z.string() });
const idsArgs = z.object({ ids: z.array(z.string()) });
const searchArgs = z.object({ q: z.string() });
const makeAdminArgs = z.object({ email: schemas.email });
const testimonialArgs = z.object({
  userName: schemas.userName,
  userPhoto: schemas.imageUrl('Photo'),
  quote: schemas.text(linesRule('Quote', { max: TEXT_LENGTH })),
});

/** Limits the time that one page takes from other calls. */
const ACCOUNTS_PER_PAGE = 1_000;

/** As the gateway's account projection reads it. */
const accountOf = (user: UserRecord) => ({
  userId: user._id,
  email: user.email,
  userName: user.name,
  role: user.role,
  roleVersion: user.roleVersion,
  profileVersion: user.profileVersion ?? 0,
  closed: user.closed,
  isSuspended: user.suspension !== undefined,
  suspensionVersion: user.suspensionVersion ?? 0,
});

/** Those of a closed account open nothing. */
const apiKeysOf = (user: UserRecord) => (user.closed ? [] : keysOf(user).map((key) => gatewayKey(user._id, key)));

export interface CommandResult {
  done: boolean;
  message: string;
}

export const validationMessage = (error: z.ZodError): string => error.issues.map((issue) => issue.message).join('\n');

export const createUserInternal = ({ store, ids, settings }: ServiceDeps, saga: Saga) => {
  const records = store.collection(users);

  return {
    userByEmail: internally([], async (args) => {
      const user = await records.findOne({ email: emailArgs.parse(args).email });
      return user && accountOf(user);
    }),

    /** For `GET /admin/people/{id}`; by id or by email. */
    person: internally([], async (args) => {
      const { id } = personArgs.parse(args);
      const user = await records.findOne(id.includes('@') ? { email: cleanEmail(id) } : { _id: id });
      return user && headOf(user, settings);
    }),

    /** Closed accounts too. Unknown ids are left out. */
    namedPeople: internally([], async (args) => {
      const found = await records.find({ _id: { $in: idsArgs.parse(args).ids } });
      return found.map(namedPerson);
    }),

    linkedPeople: internally([], async (args) => sameMailbox(store, accountsArgs.parse(args).userId)),

    search: internally([], async (args) => ({ people: await findPeople(store, searchArgs.parse(args).q) })),

    /** All accounts, closed ones too, and their API keys, page by page. */
    accountsAfter: internally([], async (args) => {
      const { userId } = accountsArgs.parse(args);
      const page = { sort: { _id: 1 }, limit: ACCOUNTS_PER_PAGE } as const;
      const batch = await records.find({ _id: { $gt: userId } }, page);
      const last = batch.length === ACCOUNTS_PER_PAGE ? batch.at(-1) : undefined;
      const apiKeys = batch.flatMap(apiKeysOf);
      return { accounts: batch.map(accountOf), apiKeys, next: last?._id ?? null };
    }),

    isOwner: internally([], async (args) => {
      const { email, ...identity } = ownerArgs.parse(args);
      const user = await records.findOne({ email });
      return { isOwner: user !== null && isOwner(user, identity) };
    }),
    /** `npm run admin`; also creates the first admin. */
    makeAdmin: internally(ROLE_EVENTS, async (args, { transact }): Promise<CommandResult> => {
      const parsed = makeAdminArgs.safeParse(args);
      if (!parsed.success) return { done: false, message: validationMessage(parsed.error) };
      const { email } = parsed.data;
      const user = await records.findOne({ email });
      if (!user)
        return {
          done: false,
          message: `No user is registered as ${email}. Sign up first, then run this command again.`,
        };
      if (user.closed) return { done: false, message: `The account of ${email} is closed. Choose another one.` };
      const result = await saga(transact, changeOfRole('admin'), { actorId: null, targetId: user._id });
      if (isFailure(result))
        return {
          done: false,
          message: `An earlier change of ${email} is still in progress. Run this command again in a moment.`,
        };
      return { done: true, message: result === 0 ? `${email} is already an admin.` : `${email} is now an admin.` };
    }),

    countUsers: internally([], async () => ({ count: await records.countDocuments({}) })),

    addTestimonial: internally(['testimonial.added'], async (args, { transact }) => {
      const fields = testimonialArgs.parse(args);
      const _id = ids.next();
      await transact(async (unit) => {
        await unit.collection(testimonials).insertOne({ _id, ...fields });
        unit.emit('testimonial.added', _id, { testimonialId: _id, userPhotoURL: fields.userPhoto });
      });
      return { insertedId: _id };
    }),
  } satisfies Service['internal'];
};
