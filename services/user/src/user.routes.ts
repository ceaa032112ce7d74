import { LIST_LIMIT, type OperationInput, TOP_EARNERS } from '@piecework/contracts';
import {
  type Actor,
  actorOf,
  answer,
  containing,
  created,
  type Filter,
  type FindOptions,
  fail,
  failField,
  isFailure,
  type OperationHandlers,
  ok,
  page,
  type ServiceDeps,
} from '@piecework/service-kit';
import { lookAgain } from './look-again';
import {
  decideRegistration,
  earnersAndOneself,
  emailOf,
  fullUser,
  nameOf,
  photoOf,
  publicUser,
  signUpRole,
} from './user';
import { changeOfRole, closing, type Saga } from './user.saga';
import { testimonials, type UserRecord, users } from './user.store';

type UserOperations = Pick<
  OperationHandlers<'user'>,
  'jwt' | 'createUser' | 'getUser' | 'listUsers' | 'changeUser' | 'deleteUser' | 'listTestimonials'
>;
type ListQuery = OperationInput<'listUsers'>['query'];

const SORTS = {
  newest: { _id: -1 },
  name: { search: 1 },
  coins: { coins: -1 },
  role: { role: 1 },
} as const satisfies Record<NonNullable<ListQuery['sort']>, FindOptions<UserRecord>['sort']>;

const ALREADY_REGISTERED = ok({ message: 'You are already registered.' });

export const createUserOperations = ({ store, ids, tokens }: ServiceDeps, saga: Saga): UserOperations => {
  const known = store.collection(users);

  const listAll = async ({ q, role, sort = 'newest', limit = LIST_LIMIT, offset = 0 }: ListQuery) => {
    const filter: Filter<UserRecord> = {
      closed: false,
      ...(role && { role }),
      ...(q && { search: containing(q.toLowerCase()) }),
    };
    const [rows, total] = await Promise.all([
      known.find(filter, { sort: SORTS[sort], skip: offset, limit }),
      known.countDocuments(filter),
    ]);
    return page(rows.map(fullUser), total);
  };

  const listEarners = async (actor: Actor | null) => {
    const [top, oneself] = await Promise.all([
      known.find({ closed: false, role: 'worker' }, { sort: { coins: -1 }, limit: TOP_EARNERS }),
      actor && known.findOne({ _id: actor.userId }),
    ]);
    const rows = earnersAndOneself(top, oneself);
    return page(rows, rows.length);
  };

  return {
    jwt: answer('jwt', [], async ({ body }, { identity }) => {
      if (!identity) return fail('unauthenticated');
      const email = emailOf(identity);
      if (body.email !== email) {
        return fail('invalid-credential', {
          message: 'Your sign-in does not belong to this email. Please sign in again.',
        });
      }
      const user = await known.findOne({ email });
      if (user?.closed) return fail('account-closed');
      // Somebody new may register with this token, so it says what the identity token says.
      return ok({ token: tokens.signAccess(user ? { uid: identity.uid, email } : { ...identity, email }) });
    }),

    createUser: answer('createUser', ['user.registered'], async ({ body }, call) => {
      const { actor, identity } = call;
      if (actor) return ALREADY_REGISTERED;
      if (!identity) return fail('unauthenticated');
      const email = emailOf(identity);
      const userName = body.userName ?? nameOf(identity);
      if (!userName) return failField('userName', 'Name is required');
      const registration = {
        userId: ids.next(),
        email,
        userName,
        userPhotoURL: body.userPhotoURL ?? photoOf(identity),
        role: signUpRole(identity.provider, body.userRole),
      };
      const result = await lookAgain(() =>
        call.transact(async (unit) => {
          const decision = decideRegistration(await unit.collection(users).findOne({ email }), registration);
          if (decision === 'exists' || isFailure(decision)) return decision;
          await unit.collection(users).insertOne(decision);
          unit.emit('user.registered', registration.userId, registration);
          return decision;
        }),
      );
      if (result === 'exists') return ALREADY_REGISTERED;
      return isFailure(result) ? result : created(result._id);
    }),

    getUser: answer('getUser', [], async ({ query }, { actor, identity }) => {
      const caller = actor?.email ?? (identity && emailOf(identity));
      if (!caller) return fail('unauthenticated');
      const email = query.email ?? caller;
      const user = await known.findOne({ email });
      if (!user || user.closed) return fail('not-found');
      if (email === caller || actor?.role === 'admin') return ok(fullUser(user));
      // Others can be looked up by people who are registered themselves.
      return actor ? ok(publicUser(user)) : fail('not-found');
    }),

    listUsers: answer('listUsers', [], ({ query }, { actor }) =>
      actor?.role === 'admin' ? listAll(query) : listEarners(actor),
    ),

    changeUser: answer('changeUser', ['user.role-changed'], async ({ params, body }, call) => {
      // Coins alone: the events of the wallet have already done it, for whoever sends it.
      if (body.userRole === undefined) return ok({ modifiedCount: 0 });
      const who = { actorId: actorOf(call).userId, targetId: params.id };
      const result = await saga((fn) => call.transact(fn), changeOfRole(body.userRole), who);
      return isFailure(result) ? result : ok({ modifiedCount: result });
    }),

    deleteUser: answer('deleteUser', ['user.closed'], async ({ params }, call) => {
      const who = { actorId: actorOf(call).userId, targetId: params.id };
      const result = await saga((fn) => call.transact(fn), closing, who);
      return isFailure(result) ? result : ok({ deletedCount: result });
    }),

    listTestimonials: answer('listTestimonials', [], async () => {
      const rows = await store.collection(testimonials).find({}, { sort: { _id: 1 }, limit: LIST_LIMIT });
      return page(rows, rows.length);
    }),
  };
};
