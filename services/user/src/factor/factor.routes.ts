import { fail, ok } from '@piecework/http';
import type { IdentityClaims } from '@piecework/identity';
import { actorOf, answer, answerInTransaction, type Call, type ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { noteFactorGiven } from '../identity/identity.sessions';
import { type Factors, hasFactor, newRecoveryCodes, SET_UP_MS, shownFactors, TOTP_ID } from './factor';
import { createFactorSealing, factors, wrongFactor } from './factor.store';
import { newTotpSecret, stepOf, totpUri } from './totp';

export const createFactorOperations = (deps: ServiceDeps) => ({
  ...readFactors(deps),
  ...startTotp(deps),
  ...confirmTotp(deps),
  ...makeRecoveryCodes(deps),
  ...deleteFactor(deps),
});

const readFactors = ({ store }: ServiceDeps) =>
  answer('readFactors', [], async (_input, call) =>
    ok(shownFactors(await store.collection(factors).findOne({ _id: actorOf(call).userId }))),
  );

const startTotp = (deps: ServiceDeps) => {
  const { clock } = deps;
  const sealing = createFactorSealing(deps);
  return answerInTransaction('startTotp', [], async (unit, _input, call) => {
    const { userId, email } = actorOf(call);
    const secret = newTotpSecret();
    const newTotp = { secret: sealing.seal(userId, secret), until: clock.now() + SET_UP_MS };
    const update = { $set: { newTotp }, $setOnInsert: { since: clock.now(), recoveryHashes: [] } };
    await unit.collection(factors).updateOne({ _id: userId }, update, { upsert: true });
    return { status: 201, body: { secret, uri: totpUri(secret, email) } };
  });
};

/** Of an operation with `withSession`. */
const sessionOf = (call: Pick<Call, 'identity'>): IdentityClaims => {
  if (!call.identity) throw new Error('The gateway has not named the session');
  return call.identity;
};

/** Stores a factor that its owner has just proved, in the session too. */
const createAdding =
  ({ clock, ids, tokens }: ServiceDeps) =>
  async (tx: Transaction, call: Call<never>, before: Factors, changes: Pick<Partial<Factors>, 'totp'>) => {
    const now = clock.now();
    const made = hasFactor(before) ? undefined : newRecoveryCodes(ids);
    const ofFirst = made && { since: now, recoveryHashes: made.hashes };
    await tx
      .collection(factors)
      .updateOne({ _id: before._id }, { $set: { ...changes, ...ofFirst }, $unset: { newTotp: true } });
    const identity = sessionOf(call);
    await noteFactorGiven(tx, identity, now);
    const { uid, email, session } = identity;
    const token = tokens.signAccess({ uid, email, ...(session && { session }), factorAt: now });
    return ok({ token, ...(made && { recoveryCodes: made.codes }) });
  };

const confirmTotp = (deps: ServiceDeps) => {
  const { clock } = deps;
  const sealing = createFactorSealing(deps);
  const add = createAdding(deps);
  return answerInTransaction('confirmTotp', [], async (unit, { body: { factorCode } }, call) => {
    const { userId } = actorOf(call);
    const before = await unit.collection(factors).findOne({ _id: userId });
    const { newTotp } = before ?? {};
    if (!before || !newTotp || newTotp.until <= clock.now()) return fail('set-up-expired');
    const secret = sealing.open(userId, newTotp.secret);
    if (secret === null) return fail('set-up-expired');
    const lastStep = stepOf(secret, factorCode.replace(/\s/g, ''), clock.now());
    if (lastStep === null) return wrongFactor();
    return add(unit, call, before, { totp: { secret: newTotp.secret, lastStep } });
  });
};

const makeRecoveryCodes = ({ ids }: ServiceDeps) =>
  answerInTransaction('makeRecoveryCodes', [], async (unit, _input, call) => {
    const { userId: _id } = actorOf(call);
    if (!hasFactor(await unit.collection(factors).findOne({ _id }))) return fail('no-factor');
    const { codes, hashes } = newRecoveryCodes(ids);
    await unit.collection(factors).updateOne({ _id }, { $set: { recoveryHashes: hashes } });
    return { status: 201, body: { recoveryCodes: codes } };
  });

/** Answers 0 for an unknown id, as for a repeat. */
const deleteFactor = ({ settings }: ServiceDeps) =>
  answerInTransaction('deleteFactor', [], async (unit, { params: { id } }, call) => {
    const { userId: _id, role } = actorOf(call);
    const before = await unit.collection(factors).findOne({ _id });
    if (!hasFactor(before) || id !== TOTP_ID) return ok({ deletedCount: 0 });
    if (role === 'admin' && settings.requiresAdminFactor) return fail('last-factor');
    await unit.collection(factors).deleteOne({ _id });
    return ok({ deletedCount: 1 });
  });
