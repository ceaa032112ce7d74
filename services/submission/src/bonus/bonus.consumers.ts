import { type Consumer, on, type ServiceDeps } from '@piecework/service-runtime';
import { workOf } from '../submission/submission.decisions';
import { submissions } from '../submission/submission.store';

/** The event has the sum of all bonuses until then, so a repetition or an earlier one changes nothing. */
export const createBonusConsumers = ({ clock }: Pick<ServiceDeps, 'clock'>): Consumer[] => [
  on(
    'wallet.bonus-paid',
    ['submission.bonus-noted'],
    async ({ data: { submissionId: _id, total: coins, count } }, unit) => {
      const rows = unit.collection(submissions);
      const submission = await rows.findOne({ _id });
      if (!submission) throw new Error(`A bonus was paid for the unknown submission ${_id}`);
      if ((submission.bonus?.count ?? 0) >= count) return;
      await rows.updateOne({ _id }, { $set: { bonus: { coins, count }, changedAt: clock.now() } });
      unit.emit('submission.bonus-noted', _id, { ...workOf(submission), coins });
    },
  ),
];
