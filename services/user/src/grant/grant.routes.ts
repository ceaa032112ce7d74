import { ok } from '@piecework/http';
import {
  actorOf,
  answer,
  answerInTransaction,
  listRows,
  noteAdminAct,
  type ServiceDeps,
} from '@piecework/service-runtime';
import { refuseAuthority, waitingGrantsOf } from '../user/user';
import { users } from '../user/user.store';
import { startingCoins } from './grant';
import { releaseGrant } from './grant.store';

const OF_ADMINS = { closed: false, 'waitingGrant.for': 'admin' } as const;

export const createGrantOperations = (deps: ServiceDeps) => ({ ...listWaitingGrants(deps), ...releaseGrants });

const listWaitingGrants = ({ store, settings }: ServiceDeps) =>
  answer('listWaitingGrants', [], ({ query: { limit, offset } }) =>
    listRows(
      store.collection(users),
      OF_ADMINS,
      { sort: { _id: 1 }, settings, offset, limit, q: undefined, total: undefined },
      waitingGrantsOf,
    ),
  );

const releaseGrants = answerInTransaction(
  'releaseGrants',
  ['user.grant-released'],
  async (unit, { body: { userIds } }, call) => {
    const { userId: adminId } = actorOf(call);
    const userRows = unit.collection(users);
    const refused = refuseAuthority(await userRows.findOne({ _id: adminId }));
    if (refused) return refused;
    const waiting = await userRows.find({ _id: { $in: userIds }, ...OF_ADMINS });
    for (const user of waiting) {
      await releaseGrant(unit, user, adminId);
      await noteAdminAct(unit, {
        action: 'grant-released',
        subject: { type: 'user', id: user._id, title: user.email },
        detail: `${startingCoins(user)} coins`,
      });
    }
    // A concurrent change of the admin's role conflicts.
    await userRows.updateOne({ _id: adminId }, { $inc: { conflictCounter: 1 } });
    return ok({ released: waiting.length });
  },
);
