import { timer } from '@piecework/service-runtime';
import { withdrawals } from '../withdrawal/withdrawal.store';
import { releasedTimeline } from './hold';

export const holdEnd = timer({
  name: 'holds-to-end',
  emits: ['withdrawal.released'],
  of: withdrawals,
  deadline: 'holdUntil',
  fire: async (unit, withdrawal, now) => {
    const { _id: withdrawalId, workerId, coins } = withdrawal;
    const $set = { timeline: releasedTimeline(withdrawal, 'timer', now) };
    const $unset = { hold: true, holdUntil: true } as const;
    await unit.collection(withdrawals).updateOne({ _id: withdrawalId }, { $set, $unset });
    unit.emit('withdrawal.released', withdrawalId, { withdrawalId, workerId, coins });
  },
});
