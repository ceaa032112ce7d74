import { type Timer, timer } from '@piecework/service-runtime';
import { users } from '../user/user.store';
import { nextCheckAt } from './closing';

/** Asks the services what is due, from the end of the day on. */
export const createClosingTimer = (): Timer =>
  timer({
    name: 'closing-checks',
    emits: ['user.closing-checked'],
    of: users,
    deadline: 'closingCheckAt',
    where: { closed: false },
    fire: async (unit, { _id: userId, closing, closingChecks = 0 }, now) => {
      if (!closing) throw new Error(`The closing of ${userId} is checked after it was taken back`);
      const { due: _, ...asked } = { ...closing, check: closingChecks + 1 };
      const $set = { closing: asked, closingChecks: asked.check, closingCheckAt: nextCheckAt(closing, now) };
      await unit.collection(users).updateOne({ _id: userId }, { $set });
      unit.emit('user.closing-checked', userId, { userId, check: asked.check, coins: closing.coins });
    },
  });
