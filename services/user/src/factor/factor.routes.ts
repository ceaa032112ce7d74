import { MAX_PASSKEYS } from '@piecework/contracts';
import { fail, ok } from '@piecework/http';
import type { IdentityClaims } from '@piecework/identity';
import {
  actorOf,
  answer,
  answerInTransaction,
  type Call,
  type ServiceDeps,
  type Unit,
} from '@piecework/service-runtime';
import { noteFactorGiven } from '../identity/identity.sessions';
import { emailOf, isOwner } from '../user/user';
import { noteSecurityChange } from '../user/user.security';
import { users } from '../user/user.store';
import {
  type Factors,
  hasFactor,
  newRecoveryCodes,
  passkeysOf,
  SET_UP_MS,
  shownFactors,
  TOTP_ID,
  withoutFactor,
} from './factor';
import { createFactorCheck, createFactorSealing, factors, wrongFactor } from './factor.store';
import { challengeIn, createPasskeys, withChallenge, withoutChallenge } from './passkey';
import { newTotpSecret, stepOf, totpUri } from './totp';

export const createFactorOperations = (deps: ServiceDeps) => ({
  ...readFactors(deps),
  ...challengeFactor(deps),
  ...startPasskey(deps),
  ...addPasskey(deps),
  ...startTotp(deps),
  ...confirmTotp(deps),
  ...makeRecoveryCodes(deps),
  ...deleteFactor(deps),
});

const readFactors = ({ store }: ServiceDeps) =>
  answer('readFactors', [], async (_input, call) =>
    ok(shownFactors(await store.collection(factors).findOne({ _id: actorOf(call).userId }))),
  );

/** Of an identity: at the sign-in there is no access token yet. */
const challengeFactor = (deps: ServiceDeps) => {
  const { challenge } = createFactorCheck(deps);
  return answerInTransaction('challengeFactor', [], async (unit, _input, { identity }) => {
    if (!identity) return fail('unauthenticated');
    const user = await unit.collection(users).findOne({ email: emailOf(identity) });
    const present = user && isOwner(user, identity) && (await unit.collection(factors).findOne({ _id: user._id }));
    return ok(present && hasFactor(present) ? await challenge(unit, present) : { totp: false });
  });
};

const startPasskey = (deps: ServiceDeps) => {
  const { clock } = deps;
  const passkeys = createPasskeys(deps.settings);
  return answerInTransaction('startPasskey', [], async (unit, _input, call) => {
    const user = actorOf(call);
    const _id = user.userId;
    const before = await unit.collection(factors).findOne({ _id });
    const known = passkeysOf(before);
    if (known.length >= MAX_PASSKEYS) return fail('too-many-passkeys');
    const options = await passkeys.creationOptions(user, known);
    const challenges = withChallenge(before?.challenges ?? [], options.challenge, clock.now());
    const update = { $set: { challenges }, $setOnInsert: { since: clock.now(), recoveryHashes: [] } };
    await unit.collection(factors).updateOne({ _id }, update, { upsert: true });
    return ok({ options });
  });
};

const addPasskey = (deps: ServiceDeps) => {
  const { clock } = deps;
  const passkeys = createPasskeys(deps.settings);
  const add = createAdding(deps);
  return answer('addPasskey', ['user.security-changed'], async ({ body: { name, passkey } }, call) => {
    const { userId } = actorOf(call);
    const challenge = challengeIn(passkey.clientDataJSON);
    const made = challenge === undefined ? null : await passkeys.read(passkey, challenge);
    if (challenge === undefined || !made) return fail('wrong-passkey');
    return call.transact(async (unit) => {
      const before = await unit.collection(factors).findOne({ _id: userId });
      const challenges = before && withoutChallenge(before.challenges ?? [], challenge, clock.now());
      if (!before || !challenges) return fail('wrong-passkey');
      const known = passkeysOf(before);
      if (known.length >= MAX_PASSKEYS) return fail('too-many-passkeys');
      if (known.some(({ id }) => id === made.id)) return fail('wrong-passkey');
      const added = [...known, { ...made, name, createdAt: clock.now() }];
      return { ...(await add(unit, call, before, { challenges, passkeys: added })), status: 201 };
    });
  });
};

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
  async (
    tx: Unit<'user.security-changed'>,
    call: Call<'user.security-changed'>,
    before: Factors,
    changes: Partial<Factors>,
  ) => {
    const now = clock.now();
    const made = hasFactor(before) ? undefined : newRecoveryCodes(ids);
    const ofFirst = made && { since: now, recoveryHashes: made.hashes };
    await tx
      .collection(factors)
      .updateOne({ _id: before._id }, { $set: { ...changes, ...ofFirst }, $unset: { newTotp: true } });
    const identity = sessionOf(call);
    await noteFactorGiven(tx, identity, now);
    await noteSecurityChange(tx, actorOf(call), 'factors');
    const { uid, email, session } = identity;
    const token = tokens.signAccess({ uid, email, ...(session && { session }), factorAt: now });
    return ok({ token, ...(made && { recoveryCodes: made.codes }) });
  };

const confirmTotp = (deps: ServiceDeps) => {
  const { clock } = deps;
  const sealing = createFactorSealing(deps);
  const add = createAdding(deps);
  return answerInTransaction('confirmTotp', ['user.security-changed'], async (unit, { body: { factorCode } }, call) => {
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
  answerInTransaction('makeRecoveryCodes', ['user.security-changed'], async (unit, _input, call) => {
    const { userId: _id } = actorOf(call);
    if (!hasFactor(await unit.collection(factors).findOne({ _id }))) return fail('no-factor');
    const { codes, hashes } = newRecoveryCodes(ids);
    await unit.collection(factors).updateOne({ _id }, { $set: { recoveryHashes: hashes } });
    await noteSecurityChange(unit, actorOf(call), 'factors');
    return { status: 201, body: { recoveryCodes: codes } };
  });

/** Answers 0 for an unknown id, as for a repeat. */
const deleteFactor = ({ settings }: ServiceDeps) =>
  answerInTransaction('deleteFactor', ['user.security-changed'], async (unit, { params: { id } }, call) => {
    const { userId: _id, email, role } = actorOf(call);
    const before = await unit.collection(factors).findOne({ _id });
    const rest = before && withoutFactor(before, id);
    if (!rest) return ok({ deletedCount: 0 });
    if (!hasFactor(rest) && role === 'admin' && settings.requiresAdminFactor) return fail('last-factor');
    const update = id === TOTP_ID ? { $unset: { totp: true } as const } : { $set: { passkeys: passkeysOf(rest) } };
    if (hasFactor(rest)) await unit.collection(factors).updateOne({ _id }, update);
    else await unit.collection(factors).deleteOne({ _id });
    await noteSecurityChange(unit, { email }, 'factors');
    return ok({ deletedCount: 1 });
  });
