import { schemas } from '@piecework/contracts';
import { internally, noteAdminAct, type Service, type ServiceDeps } from '@piecework/service-runtime';
import { z } from 'zod';
import { type CommandResult, validationMessage } from '../user/user.internal';
import { noteSecurityChange } from '../user/user.security';
import { users } from '../user/user.store';
import { hasFactor } from './factor';
import { factors, removeFactors } from './factor.store';

const userOf = z.object({ userId: z.string() });
const emailOf = z.object({ email: schemas.email });

export const createFactorInternal = ({ store }: Pick<ServiceDeps, 'store'>) =>
  ({
    /** For the gateway, where a token shows no fresh factor. */
    hasFactor: internally([], async (args) => ({
      hasFactor: hasFactor(await store.collection(factors).findOne({ _id: userOf.parse(args).userId })),
    })),
    /** `npm run factors`: for a person who has lost them all. */
    removeFactors: internally(['user.security-changed'], async (args, { transact }): Promise<CommandResult> => {
      const parsed = emailOf.safeParse(args);
      if (!parsed.success) return { done: false, message: validationMessage(parsed.error) };
      const { email } = parsed.data;
      return transact(async (unit) => {
        const user = await unit.collection(users).findOne({ email });
        if (!user) return { done: false, message: `No user is registered as ${email}.` };
        if (!hasFactor(await unit.collection(factors).findOne({ _id: user._id })))
          return { done: false, message: `${email} has no second factor.` };
        await removeFactors(unit, user._id);
        await noteSecurityChange(unit, user, 'factors');
        await noteAdminAct(unit, {
          action: 'factors-removed',
          subject: { type: 'user', id: user._id, title: email },
          detail: 'The password alone signs in',
        });
        return { done: true, message: `${email} has no second factor any more: the password alone signs in.` };
      });
    }),
  }) satisfies Service['internal'];
