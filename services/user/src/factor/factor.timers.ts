import type { ServiceDeps } from '@piecework/service-runtime';
import { type Timer, timer } from '@piecework/service-runtime';
import { createFactorSealing, factors } from './factor.store';

export const createFactorTimers = (deps: Pick<ServiceDeps, 'settings' | 'ids'>): Timer[] => {
  const sealing = createFactorSealing(deps);
  return [
    // After a rotation, so that no secret needs the old JWT_SECRET any more.
    timer({
      name: 'factor-secrets-to-reseal',
      emits: [],
      of: factors,
      deadline: 'since',
      where: { 'totp.secret.key': sealing.previousKey ?? 'no previous key' },
      fire: async (unit, { _id, totp }) => {
        const secret = totp && sealing.open(_id, totp.secret);
        if (!secret) throw new Error('there is no authenticator secret under this key');
        await unit
          .collection(factors)
          .updateOne({ _id }, { $set: { totp: { ...totp, secret: sealing.seal(_id, secret) } } });
      },
    }),
  ];
};
