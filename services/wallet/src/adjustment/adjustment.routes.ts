import { fail, isFailure, ok, personIn } from '@piecework/http';
import {
  actorOf,
  answer,
  answerInTransaction,
  listRows,
  noteAdminAct,
  type ServiceDeps,
  type Unit,
} from '@piecework/service-runtime';
import { refuseActing, touchAccount, updateAccount, userAccountOf } from '../account/account.store';
import { transferOf } from '../ledger/ledger';
import { type Cause, causeOfCall, post } from '../ledger/ledger.store';
import { type Adjustment, decideAdjustment, needsSecondAdmin, refuseAdjustment } from './adjustment';
import { type AdjustmentDocument, adjustedAlone, adjustments } from './adjustment.store';
import { adjustmentTally } from './adjustment.tally';
import { toView } from './adjustment.views';

export const createAdjustmentOperations = (deps: ServiceDeps) => ({
  ...requestAdjustment(deps),
  ...listAdjustments(deps),
  ...decideOnAdjustment(deps),
});

const POSTING = ['wallet.balance-changed', 'adjustment.posted'] as const;

const requestAdjustment = ({ clock, ids, settings: { adjustLimit } }: ServiceDeps) =>
  answer('requestAdjustment', POSTING, async ({ body }, call) => {
    const admin = actorOf(call);
    const person = personIn(call.headers);
    if (!person) return fail('not-found');
    const { userId, email, name } = person;
    if (userId === admin.userId)
      return fail('own-adjustment', { message: 'You can’t adjust your own account. Please ask another admin.' });
    const result = await call.transact(async (unit) => {
      const refused =
        (await refuseActing(unit, admin, 'admin')) ?? refuseAdjustment(await userAccountOf(unit, userId), body.coins);
      if (refused) return refused;
      const now = clock.now();
      // Two requests of one admin conflict here, so that together they keep to the limit.
      await touchAccount(unit, await userAccountOf(unit, admin.userId));
      const waits = needsSecondAdmin(body.coins, await adjustedAlone(unit, admin.userId, now), adjustLimit);
      const adjustment: AdjustmentDocument = {
        _id: ids.next(),
        ...{ userId, email, name },
        ...body,
        state: waits ? 'waiting' : 'posted',
        requestedBy: admin.userId,
        requestedByEmail: admin.email,
        requestedAt: now,
        ...(!waits && { alone: Math.abs(body.coins) }),
      };
      await unit.collection(adjustments).insertOne(adjustment);
      await noteAdminAct(unit, { action: waits ? 'adjustment-requested' : 'adjustment-posted', ...noteOf(adjustment) });
      if (!waits) await postCoins(unit, adjustment, causeOfCall(call, clock));
      return { insertedId: adjustment._id, state: adjustment.state as 'waiting' | 'posted' };
    });
    return isFailure(result) ? result : { status: 201, headers: {}, body: result };
  });

/** The reason is a text, so it is not in the trail. */
const noteOf = ({ _id: id, email: title, coins, kind }: AdjustmentDocument) => ({
  subject: { type: 'adjustment', id, title } as const,
  detail: `${coins > 0 ? '+' : '−'}${Math.abs(coins)} coins, ${kind}`,
});

/** Callers have checked the account. */
const postCoins = async (
  unit: Unit<(typeof POSTING)[number]>,
  { _id: adjustmentId, userId, kind, coins }: AdjustmentDocument,
  cause: Cause,
) => {
  await post(unit, transferOf.adjust(adjustmentId, userId, coins), cause);
  const account = await userAccountOf(unit, userId);
  await updateAccount(unit, account, { adjusted: (account.adjusted ?? 0) + coins });
  unit.emit('adjustment.posted', adjustmentId, { adjustmentId, userId, role: account.role ?? 'worker', kind, coins });
};

const listAdjustments = ({ store, settings, counters }: ServiceDeps) =>
  answer('listAdjustments', [], async ({ query: { state, user: userId, limit, offset } }) => {
    const filter = { ...(state && { state }), ...(userId !== undefined && { userId }) };
    const countAll = async () => {
      const { all, waiting } = await counters.read(
        adjustmentTally,
        userId === undefined ? undefined : { by: 'user', id: userId },
      );
      return state ? waiting : all;
    };
    const total = state === undefined || state === 'waiting' ? countAll : undefined;
    const range = { sort: { requestedAt: -1 }, settings, offset, limit, total } as const;
    return listRows(store.collection(adjustments), filter, range, (found) => found.map(toView));
  });

const ACTIONS = {
  posted: 'adjustment-approved',
  declined: 'adjustment-declined',
  'taken-back': 'adjustment-declined',
} as const;

const decideOnAdjustment = ({ clock }: ServiceDeps) =>
  answerInTransaction('decideAdjustment', POSTING, async (unit, { params: { id }, body: { status } }, call) => {
    const admin = actorOf(call);
    const refused = await refuseActing(unit, admin, 'admin');
    if (refused) return refused;
    const adjustment = await unit.collection(adjustments).findOne({ _id: id });
    if (!adjustment) return fail('not-found');
    const decision = decideAdjustment(adjustment, admin.userId, status);
    if (isFailure(decision)) return decision;
    if (decision === 'repeat') return ok({ modifiedCount: 0 });
    const unfit =
      decision === 'posted' && refuseAdjustment(await userAccountOf(unit, adjustment.userId), adjustment.coins);
    if (unfit) return unfit;
    const $set: Partial<Adjustment> = {
      state: decision,
      decidedBy: admin.userId,
      decidedByEmail: admin.email,
      decidedAt: clock.now(),
    };
    await unit.collection(adjustments).updateOne({ _id: id }, { $set });
    await noteAdminAct(unit, { action: ACTIONS[decision], ...noteOf(adjustment) });
    if (decision === 'posted') await postCoins(unit, adjustment, causeOfCall(call, clock));
    return ok({ modifiedCount: 1 });
  });
