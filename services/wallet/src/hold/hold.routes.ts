import { fail, isFailure, ok } from '@piecework/http';
import { actorOf, answer, noteAdminAct, type OperationHandlers, type ServiceDeps } from '@piecework/service-runtime';
import { refuseFormerRole } from '../account/account.store';
import { withdrawals } from '../withdrawal/withdrawal.store';
import { decideHold, heldFields, releasedTimeline } from './hold';

type HoldOperations = Pick<OperationHandlers<'wallet'>, 'holdWithdrawal' | 'releaseWithdrawal'>;

export const createHoldOperations = (deps: ServiceDeps): HoldOperations => ({
  holdWithdrawal: holdWithdrawal(deps),
  releaseWithdrawal: releaseWithdrawal(deps),
});

const holdWithdrawal = ({ clock }: ServiceDeps) =>
  answer('holdWithdrawal', ['withdrawal.held'], async ({ params: { id }, body }, call) => {
    const result = await call.transact(async (unit) => {
      const refused = await refuseFormerRole(unit, actorOf(call), 'admin');
      if (refused) return refused;
      const withdrawal = await unit.collection(withdrawals).findOne({ _id: id });
      if (!withdrawal) return fail('not-found');
      const decision = decideHold(withdrawal, 'held');
      if (isFailure(decision)) return decision;
      if (decision === 'repeat') return { modifiedCount: 0 };
      const { workerId, workerEmail: title, coins, paymentSystem, holdActs = 0 } = withdrawal;
      await unit
        .collection(withdrawals)
        .updateOne({ _id: id }, { $set: { ...heldFields(withdrawal, body, clock.now()), holdActs: holdActs + 1 } });
      await noteAdminAct(unit, {
        action: 'withdrawal-held',
        subject: { type: 'withdrawal', id, title },
        detail: `${coins} coins by ${paymentSystem}, ${body.reasonCode}`,
      });
      unit.emit('withdrawal.held', id, { withdrawalId: id, workerId, coins });
      return { modifiedCount: 1 };
    });
    return isFailure(result) ? result : ok(result);
  });

const releaseWithdrawal = ({ clock }: ServiceDeps) =>
  answer('releaseWithdrawal', ['withdrawal.released'], async ({ params: { id } }, call) => {
    const result = await call.transact(async (unit) => {
      const refused = await refuseFormerRole(unit, actorOf(call), 'admin');
      if (refused) return refused;
      const withdrawal = await unit.collection(withdrawals).findOne({ _id: id });
      if (!withdrawal) return fail('not-found');
      const decision = decideHold(withdrawal, 'released');
      if (isFailure(decision)) return decision;
      if (decision === 'repeat') return { modifiedCount: 0 };
      const { workerId, workerEmail: title, coins, paymentSystem, holdActs = 0 } = withdrawal;
      const timeline = releasedTimeline(withdrawal, 'admin', clock.now());
      await unit
        .collection(withdrawals)
        .updateOne(
          { _id: id },
          { $set: { timeline, holdActs: holdActs + 1 }, $unset: { hold: true, holdUntil: true } },
        );
      await noteAdminAct(unit, {
        action: 'withdrawal-released',
        subject: { type: 'withdrawal', id, title },
        detail: `${coins} coins by ${paymentSystem}`,
      });
      unit.emit('withdrawal.released', id, { withdrawalId: id, workerId, coins });
      return { modifiedCount: 1 };
    });
    return isFailure(result) ? result : ok(result);
  });
