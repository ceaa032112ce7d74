import { created, fail, isFailure, ok } from '@piecework/http';
import { actorOf, answer, type ServiceDeps } from '@piecework/service-runtime';
import { userAccountOf } from '../account/account.store';
import { named } from '../funding/funding.store';
import { transferOf } from '../ledger/ledger';
import { causeOfCall, post } from '../ledger/ledger.store';
import { refuseBonus } from './bonus';
import { bonuses, bonusesOf, settledWork } from './bonus.store';
import { toView } from './bonus.views';

export const createBonusOperations = (deps: ServiceDeps) => ({ ...giveBonus(deps), ...listBonuses(deps) });

/** The approval may not have been handled yet. */
const NOT_PAID = {
  message:
    'Only approved work that one of your tasks has paid can get a bonus. If you’ve just approved it, please try again in a moment.',
};

const giveBonus = ({ clock }: ServiceDeps) =>
  answer(
    'giveBonus',
    ['wallet.balance-changed', 'wallet.bonus-paid'],
    async ({ params: { id: submissionId }, body: { coins, note } }, call) => {
      const actor = actorOf(call);
      const result = await call.transact(async (unit) => {
        const work = await settledWork(unit, submissionId);
        if (work?.buyerId !== actor.userId) return fail('not-found', NOT_PAID);
        const { taskId, buyerId, workerId, title } = work;
        const [buyer, worker] = [await userAccountOf(unit, buyerId), await userAccountOf(unit, workerId)];
        const given = await bonusesOf(unit, submissionId);
        const refused = refuseBonus(actor, buyer, worker, { coins, given: given.length });
        if (refused) return refused;
        const count = given.length + 1;
        const cause = causeOfCall(call, clock);
        const bonusId = `${submissionId}:${count}`;
        const people = { taskId, buyerId, workerId };
        const bonus = { submissionId, number: count, ...people, coins, note, at: cause.at };
        await unit.collection(bonuses).insertOne({ _id: bonusId, ...bonus });
        unit.emit('wallet.bonus-paid', submissionId, {
          ...{ submissionId, ...people, coins, count },
          ...(title !== undefined && { taskTitle: title }),
          total: given.reduce((sum, one) => sum + one.coins, coins),
        });
        await post(unit, named(transferOf.bonus(submissionId, count, buyerId, workerId, coins), title), cause);
        return { bonusId };
      });
      return isFailure(result) ? result : created(result.bonusId);
    },
  );

const listBonuses = ({ store }: ServiceDeps) =>
  answer('listBonuses', [], async ({ params: { id } }, call) => {
    const { userId } = actorOf(call);
    const given = await bonusesOf(store, id);
    return ok(given.filter(({ buyerId, workerId }) => [buyerId, workerId].includes(userId)).map(toView));
  });
