import { isFailure, ok } from '@piecework/http';
import { answerInTransaction, noteAdminAct, type ServiceDeps } from '@piecework/service-runtime';
import { noteOf, withdrawalForAdmin } from '../withdrawal/withdrawal.admin';
import { withdrawals } from '../withdrawal/withdrawal.store';
import { decideHold, heldFields, releasedTimeline } from './hold';

export const createHoldOperations = (deps: ServiceDeps) => ({ ...holdWithdrawal(deps), ...releaseWithdrawal(deps) });

const holdWithdrawal = ({ clock }: ServiceDeps) =>
  answerInTransaction('holdWithdrawal', ['withdrawal.held'], async (unit, { params: { id }, body }, call) => {
    const withdrawal = await withdrawalForAdmin(unit, call, id);
    if (isFailure(withdrawal)) return withdrawal;
    const decision = decideHold(withdrawal, 'held');
    if (isFailure(decision)) return decision;
    if (decision === 'repeat') return ok({ modifiedCount: 0 });
    const { workerId, coins, holdActs = 0 } = withdrawal;
    const $set = { ...heldFields(withdrawal, body, clock.now()), holdActs: holdActs + 1 };
    await unit.collection(withdrawals).updateOne({ _id: id }, { $set });
    const { subject, detail } = noteOf(withdrawal);
    await noteAdminAct(unit, { action: 'withdrawal-held', subject, detail: `${detail}, ${body.reasonCode}` });
    unit.emit('withdrawal.held', id, { withdrawalId: id, workerId, coins });
    return ok({ modifiedCount: 1 });
  });

const releaseWithdrawal = ({ clock }: ServiceDeps) =>
  answerInTransaction('releaseWithdrawal', ['withdrawal.released'], async (unit, { params: { id } }, call) => {
    const withdrawal = await withdrawalForAdmin(unit, call, id);
    if (isFailure(withdrawal)) return withdrawal;
    const decision = decideHold(withdrawal, 'released');
    if (isFailure(decision)) return decision;
    if (decision === 'repeat') return ok({ modifiedCount: 0 });
    const { workerId, coins, holdActs = 0 } = withdrawal;
    const $set = { timeline: releasedTimeline(withdrawal, 'admin', clock.now()), holdActs: holdActs + 1 };
    await unit.collection(withdrawals).updateOne({ _id: id }, { $set, $unset: { hold: true, holdUntil: true } });
    await noteAdminAct(unit, { action: 'withdrawal-released', ...noteOf(withdrawal) });
    unit.emit('withdrawal.released', id, { withdrawalId: id, workerId, coins });
    return ok({ modifiedCount: 1 });
  });
