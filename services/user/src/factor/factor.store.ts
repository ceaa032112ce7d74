import { type FactorChallenge, type PasskeyAnswer, SERVICE_PROBLEMS } from '@piecework/contracts';
import { createSealing, type Sealing } from '@piecework/domain';
import { type Failure, fail } from '@piecework/http';
import type { IdentityClaims } from '@piecework/identity';
import type { ServiceDeps } from '@piecework/service-runtime';
import { collection, type Transaction } from '@piecework/store';
import { factorGivenAt, noteFactorGiven } from '../identity/identity.sessions';
import { createSignInLimit } from '../identity/identity.sign-in-limit';
import { cleanCode, type Factors, hasFactor, isGiven, passkeysOf, withoutCode } from './factor';
import { challengeIn, createPasskeys, withChallenge, withoutChallenge } from './passkey';
import { isTotpCode, stepOf } from './totp';

export const factors = collection<Factors>('factors', [{ key: { 'totp.secret.key': 1, since: 1 } }]);

/** Under the secret of tokens: who has it can sign every token anyway (docs/adr/0110). */
export const createFactorSealing = ({ settings, ids }: Pick<ServiceDeps, 'settings' | 'ids'>): Sealing => {
  const secrets = [settings.jwtSecret, settings.jwtSecretPrevious].filter((secret) => secret !== undefined);
  return createSealing('factor', secrets, ids);
};

type Refused = Failure<'factor-required' | 'wrong-factor' | 'too-many-requests'>;

/** Gives second factors, and asks for them. */
export const createFactorCheck = (deps: Pick<ServiceDeps, 'clock' | 'settings' | 'ids'>) => {
  const { clock } = deps;
  const sealing = createFactorSealing(deps);
  const guesses = createSignInLimit(deps);
  const passkeys = createPasskeys(deps.settings);

  /** What a right code changes; null for a wrong one. */
  const useOf = (userId: string, { totp, recoveryHashes }: Factors, code: string): Partial<Factors> | null => {
    if (totp && isTotpCode(code)) {
      const secret = sealing.open(userId, totp.secret);
      if (secret === null) throw new Error(`No JWT_SECRET opens the authenticator secret of ${userId}`);
      const lastStep = stepOf(secret, code, clock.now(), totp.lastStep);
      return lastStep === null ? null : { totp: { ...totp, lastStep } };
    }
    const rest = withoutCode(recoveryHashes, code);
    return rest && { recoveryHashes: rest };
  };

  return {
    /** When the session gave one of the present factors; undefined when it has to. */
    givenAt: async (tx: Transaction, present: Factors, identity: IdentityClaims): Promise<number | undefined> => {
      const givenAt = await factorGivenAt(tx, identity);
      return isGiven(present, givenAt) ? givenAt : undefined;
    },

    /** Adds a challenge for the passkeys. */
    challenge: async (tx: Transaction, present: Factors): Promise<FactorChallenge> => {
      const known = passkeysOf(present);
      if (known.length === 0) return { totp: present.totp !== undefined };
      const passkey = await passkeys.requestOptions(known);
      const challenges = withChallenge(present.challenges ?? [], passkey.challenge, clock.now());
      await tx.collection(factors).updateOne({ _id: present._id }, { $set: { challenges } });
      return { totp: present.totp !== undefined, passkey: { ...passkey } };
    },

    /** Uses the challenge up, and notes the passkey for the session of the identity. `counter`: null for a wrong signature. */
    givePasskey: async (
      tx: Transaction,
      userId: string,
      identity: IdentityClaims,
      { answer, counter }: { answer: PasskeyAnswer; counter: number | null },
    ): Promise<number | Failure<'factor-required' | 'wrong-passkey'>> => {
      const present = await tx.collection(factors).findOne({ _id: userId });
      if (!hasFactor(present)) return fail('factor-required');
      const challenges = withoutChallenge(
        present.challenges ?? [],
        challengeIn(answer.clientDataJSON) ?? '',
        clock.now(),
      );
      const known = passkeysOf(present).find(({ id }) => id === answer.id);
      // The signature was verified before: another one may have been used since.
      if (!challenges || counter === null || !known || counter < known.counter) return fail('wrong-passkey');
      const used = passkeysOf(present).map((passkey) => (passkey === known ? { ...known, counter } : passkey));
      await tx.collection(factors).updateOne({ _id: userId }, { $set: { challenges, passkeys: used } });
      await noteFactorGiven(tx, identity, clock.now());
      return clock.now();
    },
    /** Verifies the signature, outside of a transaction. */
    counterOf: async (present: Factors, answer: PasskeyAnswer): Promise<number | null> => {
      const known = passkeysOf(present).find(({ id }) => id === answer.id);
      const challenge = challengeIn(answer.clientDataJSON);
      return known && challenge !== undefined ? passkeys.counterOf(answer, known, challenge) : null;
    },

    /** Uses the code up, and notes it for the session of the identity. Commit it also when it is refused, because that counts. */
    give: async (
      tx: Transaction,
      userId: string,
      identity: IdentityClaims,
      typed: string,
    ): Promise<number | Refused> => {
      const counts = guesses.ofFactor(userId);
      const refused = await guesses.refusal(tx, counts);
      if (refused) return refused;
      const present = await tx.collection(factors).findOne({ _id: userId });
      if (!hasFactor(present)) return fail('factor-required');
      const $set = useOf(userId, present, cleanCode(typed));
      if (!$set) {
        await guesses.countFailure(tx, counts);
        return wrongFactor();
      }
      await guesses.resetFailures(tx, counts);
      await tx.collection(factors).updateOne({ _id: userId }, { $set });
      await noteFactorGiven(tx, identity, clock.now());
      return clock.now();
    },
  };
};
export type FactorCheck = ReturnType<typeof createFactorCheck>;

export const wrongFactor = (): Failure<'wrong-factor'> => {
  const { message } = SERVICE_PROBLEMS.user['wrong-factor'];
  return fail('wrong-factor', { message, errors: [{ field: 'factorCode', message }] });
};

/** With the recovery codes. */
export const removeFactors = async (tx: Transaction, userId: string): Promise<void> => {
  if (await tx.collection(factors).findOne({ _id: userId })) await tx.collection(factors).deleteOne({ _id: userId });
};
