import type { Settings } from '@piecework/config';
import { LIST_LIMIT, type OperationInput, searchKey, TOP_EARNERS } from '@piecework/contracts';
import { shownPicture } from '@piecework/domain';
import { created, fail, failField, isFailure, ok, page } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { actorOf, answer, answerInTransaction, listRows, type ServiceDeps } from '@piecework/service-runtime';
import { containing, type Filter, type FindOptions, type Transaction } from '@piecework/store';
import { revokeAllKeys } from '../api-key/api-key.revocation';
import { hasFactor } from '../factor/factor';
import { createFactorCheck, factors, removeFactors } from '../factor/factor.store';
import type { Grants } from '../grant/grant.store';
import { type DailyQuota, networkOf } from '../identity/daily-quota.store';
import type { IdentityProvider } from '../identity/identity.provider';
import { activeSuspension } from '../suspension/suspension.store';
import { isReservedName, RESERVED_NAME } from './reserved-names';
import {
  changeProfile,
  decideRegistration,
  earnersAndOneself,
  emailOf,
  fullUser,
  isOwner,
  nameOf,
  ownRecord,
  photoOf,
  publicUser,
  signUpRole,
  takesOver,
  type UserRecord,
  withSubmitters,
} from './user';
import { noteConfirmedEmail } from './user.confirmation';
import { CLOSING_EVENTS, changeOfRole, closing, ROLE_EVENTS, type Saga } from './user.saga';
import { submitters, testimonials, users } from './user.store';
import { userTally } from './user.tally';

type Proofs = Pick<IdentityProvider, 'isSignedIn' | 'hasConfirmedEmail'>;
type ListQuery = OperationInput<'listUsers'>['query'];

export const createUserOperations = (
  deps: ServiceDeps,
  saga: Saga,
  provider: Proofs,
  quota: DailyQuota,
  grants: Grants,
) => ({
  ...jwt(deps, provider, grants),
  ...createUser(deps, provider, quota, grants),
  ...acceptTerms(deps),
  ...getUser(deps),
  ...listUsers(deps),
  ...changeUser(saga),
  ...deleteUser(saga),
  ...changeOwnProfile(deps),
  ...listTestimonials(deps),
});

const SORTS = {
  newest: { _id: -1 },
  name: { search: 1 },
  coins: { coins: -1 },
  role: { role: 1 },
} as const satisfies Record<NonNullable<ListQuery['sort']>, FindOptions<UserRecord>['sort']>;

/** Few accounts are suspended, and only this order has an index. */
const LATEST_SUSPENSION = { 'suspension.at': -1 } as const;

const ALREADY_REGISTERED = ok({ message: 'You are already registered.' });

const jwt = (deps: ServiceDeps, { isSignedIn, hasConfirmedEmail }: Proofs, grants: Grants) => {
  const { store, tokens, settings } = deps;
  const factorCheck = createFactorCheck(deps);
  return answer(
    'jwt',
    ['user.email-confirmed', 'user.grant-released', 'user.api-key-revoked'],
    async ({ body }, { identity, transact }) => {
      if (!identity) return fail('unauthenticated');
      const email = emailOf(identity);
      if (body.email !== email) {
        return fail('invalid-credential', { message: 'Your sign-in doesn’t match this email. Please sign in again.' });
      }
      const [user, isActive] = await Promise.all([store.collection(users).findOne({ email }), isSignedIn(identity)]);
      if (user?.closed) return fail('account-closed');
      if (!isActive) return fail('token-expired');
      if (user && !isOwner(user, identity)) return fail('email-not-verified');
      if (user && takesOver(user, identity)) {
        const $set = { identityUid: identity.uid };
        await transact(async (unit) => {
          const userRows = unit.collection(users);
          await revokeAllKeys(unit, await userRows.findOne({ _id: user._id }));
          if (!user.emailConfirmed) await removeFactors(unit, user._id);
          await userRows.updateOne({ _id: user._id }, { $set });
        });
      }
      const present = user && (await store.collection(factors).findOne({ _id: user._id }));
      let factorAt: number | undefined;
      if (hasFactor(present)) {
        const { factorCode, passkey: answer } = body;
        const counter = answer && (await factorCheck.counterOf(present, answer));
        const give = async (unit: Transaction) => {
          if (factorCode !== undefined) return factorCheck.give(unit, present._id, identity, factorCode);
          if (answer && counter !== undefined)
            return factorCheck.givePasskey(unit, present._id, identity, { answer, counter });
          return factorCheck.givenAt(unit, present, identity);
        };
        const given = factorCode === undefined && !answer ? await give(store) : await transact(give);
        if (isFailure(given)) return given;
        if (given === undefined) return fail('factor-required');
        factorAt = given;
      }
      // The record can be older than its proof.
      if (user && !user.emailConfirmed && (await hasConfirmedEmail(store, identity)))
        await transact(async (unit) =>
          noteConfirmedEmail(unit, await unit.collection(users).findOne({ _id: user._id }), grants),
        );
      // The installation has ceased to require it.
      if (user?.waitingGrant?.for === 'email' && !settings.verifyEmail)
        await transact(async (unit) => {
          const current = await unit.collection(users).findOne({ _id: user._id });
          if (current) await grants.whenConfirmed(unit, current);
        });
      // Registration needs the identity claims.
      const { uid, session } = identity;
      const claims = user ? { uid, email, ...(session && { session }) } : { ...identity, email };
      return ok({ token: tokens.signAccess({ ...claims, ...(factorAt !== undefined && { factorAt }) }) });
    },
  );
};

const createUser = (
  { ids, clock }: ServiceDeps,
  { isSignedIn, hasConfirmedEmail }: Proofs,
  quota: DailyQuota,
  grants: Grants,
) =>
  answer('createUser', ['user.registered', 'user.email-confirmed', 'user.grant-released'], async ({ body }, call) => {
    const { actor, identity } = call;
    if (actor) return ALREADY_REGISTERED;
    if (!identity) return fail('unauthenticated');
    if (!(await isSignedIn(identity))) return fail('token-expired');
    const email = emailOf(identity);
    const userName = body.userName ?? nameOf(identity);
    if (!userName) return failField('userName', 'Name is required');
    if (isReservedName(userName)) return failField('userName', RESERVED_NAME);
    const registration = {
      userId: ids.next(),
      email,
      userName,
      userPhotoURL: body.userPhotoURL ?? photoOf(identity),
      role: signUpRole(identity.provider, body.userRole),
    };
    const result = await call.transact(async (unit) => {
      const decision = decideRegistration(await unit.collection(users).findOne({ email }), registration, identity);
      if (decision === 'exists' || isFailure(decision)) return decision;
      const network = networkOf(call);
      const refused = await quota.takeSignUp(unit, 'records', network);
      if (refused) return refused;
      const isConfirmed = await hasConfirmedEmail(unit, identity);
      const waitingGrant = await grants.waitingFor(unit, decision, network, isConfirmed);
      const acceptedTerms = body.termsVersion !== undefined && { version: body.termsVersion, at: clock.now() };
      const user = { ...decision, ...(waitingGrant && { waitingGrant }), ...(acceptedTerms && { acceptedTerms }) };
      await unit.collection(users).insertOne(user);
      const grant = waitingGrant && ({ grantWaits: true } as const);
      unit.emit('user.registered', registration.userId, { ...registration, ...grant });
      if (isConfirmed) await noteConfirmedEmail(unit, user, grants);
      return user;
    });
    if (result === 'exists') return ALREADY_REGISTERED;
    return isFailure(result) ? result : created(result._id);
  });

const acceptTerms = ({ clock }: ServiceDeps) =>
  answerInTransaction('acceptTerms', [], async (unit, { body: { termsVersion: version } }, call) => {
    const { userId } = actorOf(call);
    const userRows = unit.collection(users);
    const user = await userRows.findOne({ _id: userId });
    if (user?.acceptedTerms?.version === version) return ok({ modifiedCount: 0 });
    await userRows.updateOne({ _id: userId }, { $set: { acceptedTerms: { version, at: clock.now() } } });
    return ok({ modifiedCount: 1 });
  });

const shownPhoto =
  (settings: Settings) =>
  <R extends { userPhotoURL: string }>(row: R): R => ({
    ...row,
    userPhotoURL: shownPicture(row.userPhotoURL, settings),
  });

const getUser = ({ store, settings }: ServiceDeps) => {
  const shown = shownPhoto(settings);
  return answer('getUser', [], async ({ query }, { actor, identity }) => {
    const caller = actor?.email ?? (identity && emailOf(identity));
    if (!caller) return fail('unauthenticated');
    const email = query.email ?? caller;
    const user = await store.collection(users).findOne({ email });
    if (!user || user.closed) return fail('not-found');
    if (!actor && identity && !isOwner(user, identity)) return fail('not-found');
    if (email === caller) {
      const needsFactor =
        settings.requiresAdminFactor &&
        user.role === 'admin' &&
        !hasFactor(await store.collection(factors).findOne({ _id: user._id }));
      return ok(
        shown({ ...ownRecord(user, await activeSuspension(store, user)), ...(needsFactor && { needsFactor }) }),
      );
    }
    if (actor?.role === 'admin') return ok(shown(fullUser(user)));
    return actor ? ok(shown(publicUser(user))) : fail('not-found');
  });
};

const listUsers = ({ store, settings, counters }: ServiceDeps) =>
  answer('listUsers', [], ({ query }, { actor }) =>
    actor?.role === 'admin'
      ? listAll({ store, settings, counters }, query)
      : listEarners({ store, settings }, actor, query),
  );

const listAll = async (
  { store, settings, counters }: Pick<ServiceDeps, 'store' | 'settings' | 'counters'>,
  { q, role, suspended, sort = 'newest', limit, offset }: ListQuery,
) => {
  const filter: Filter<UserRecord> = {
    closed: false,
    ...(suspended && { 'suspension.at': { $gt: 0 } }),
    ...(role && { role }),
    ...(q && { search: containing(searchKey(q)) }),
  };
  // All of one role: SQLite would sort by what is equal.
  const order = suspended ? LATEST_SUSPENSION : role && sort === 'role' ? ({ _id: 1 } as const) : SORTS[sort];
  const countAll = async () => {
    const all = await counters.read(userTally);
    return role ? all[role] : all.worker + all.buyer + all.admin;
  };
  const range = { sort: order, settings, offset, limit, q, total: q || suspended ? undefined : countAll };
  return listRows(store.collection(users), filter, range, (found) => found.map(fullUser).map(shownPhoto(settings)));
};

const listEarners = async (
  { store, settings }: Pick<ServiceDeps, 'store' | 'settings'>,
  actor: Actor | null,
  { limit, offset = 0 }: ListQuery,
) => {
  const userRows = store.collection(users);
  const [top, oneself] = await Promise.all([
    userRows.find({ closed: false, role: 'worker' }, { sort: { coins: -1 }, limit: TOP_EARNERS }),
    actor && userRows.findOne({ _id: actor.userId }),
  ]);
  const listed = earnersAndOneself(top, oneself);
  // Our screens send a limit. The reference client sends none and searches the list for the worker to credit (P-8.2).
  const rows =
    actor?.role === 'buyer' && limit === undefined
      ? withSubmitters(listed, await submittersOf(store, actor.userId))
      : listed;
  return page(rows.slice(offset).map(shownPhoto(settings)), rows.length);
};

const submittersOf = async (store: Transaction, buyerId: string): Promise<UserRecord[]> => {
  const submitterRows = await store.collection(submitters).find({ buyerId }, { limit: LIST_LIMIT });
  const ids = submitterRows.map(({ workerId }) => workerId);
  return store.collection(users).find({ _id: { $in: ids }, closed: false }, { sort: { search: 1 } });
};

const changeUser = (saga: Saga) =>
  answer('changeUser', ROLE_EVENTS, async ({ params, body }, call) => {
    // Only coins: the wallet's events have applied the change.
    if (body.userRole === undefined) return ok({ modifiedCount: 0 });
    const who = { actorId: actorOf(call).userId, targetId: params.id };
    const result = await saga((fn) => call.transact(fn), changeOfRole(body.userRole), who);
    return isFailure(result) ? result : ok({ modifiedCount: result });
  });

const deleteUser = (saga: Saga) =>
  answer('deleteUser', CLOSING_EVENTS, async ({ params }, call) => {
    const who = { actorId: actorOf(call).userId, targetId: params.id };
    const result = await saga((fn) => call.transact(fn), closing, who);
    return isFailure(result) ? result : ok({ deletedCount: result });
  });

const changeOwnProfile = ({ settings }: ServiceDeps) =>
  answerInTransaction('changeProfile', ['user.profile-changed'], async (unit, { body }, call) => {
    const { userId, role } = actorOf(call);
    const userRows = unit.collection(users);
    const user = await userRows.findOne({ _id: userId });
    // Clients send back what they were shown, which may differ from what is stored.
    const isShown = user !== null && body.userPhotoURL === shownPicture(user.photoURL, settings);
    // Admins are of the team. A name from before the rule stays.
    const isNew = body.userName !== undefined && body.userName !== user?.name;
    if (isNew && role !== 'admin' && isReservedName(body.userName ?? '')) return failField('userName', RESERVED_NAME);
    const changes = changeProfile(user, isShown ? { userName: body.userName } : body);
    if (isFailure(changes)) return changes;
    if (changes === null) return ok({ modifiedCount: 0 });
    await userRows.updateOne({ _id: userId }, { $set: changes });
    const { name: userName, photoURL: userPhotoURL, profileVersion } = changes;
    unit.emit('user.profile-changed', userId, { userId, userName, userPhotoURL, profileVersion });
    return ok({ modifiedCount: 1 });
  });

const listTestimonials = ({ store, settings }: ServiceDeps) =>
  answer('listTestimonials', [], async () => {
    const rows = await store.collection(testimonials).find({}, { sort: { _id: 1 }, limit: LIST_LIMIT });
    return page(
      rows.map((row) => ({ ...row, userPhoto: shownPicture(row.userPhoto, settings) })),
      rows.length,
    );
  });
