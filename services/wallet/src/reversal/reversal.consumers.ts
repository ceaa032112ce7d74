import { type Consumer, on } from '@piecework/service-runtime';
import { userAccountOf } from '../account/account.store';
import { transferOf } from '../ledger/ledger';
import { causeOfEvent, post } from '../ledger/ledger.store';
import { refuseReversal } from './reversal';

export const createReversalConsumers = (): Consumer[] => [
  on(
    'submission.reversal-requested',
    ['wallet.balance-changed', 'submission.reversal-paid', 'submission.reversal-declined'],
    async (event, unit) => {
      const { submissionId, requestId, taskTitle: title, buyerId, workerId, payable: coins } = event.data;
      const [buyer, worker] = [await userAccountOf(unit, buyerId), await userAccountOf(unit, workerId)];
      const reason = refuseReversal(buyer, worker, { roleVersion: event.data.buyerRoleVersion, coins });
      const facts = { submissionId, requestId };
      if (reason) return unit.emit('submission.reversal-declined', submissionId, { ...facts, reason });
      await post(unit, { ...transferOf.reversal(submissionId, buyerId, workerId, coins), title }, causeOfEvent(event));
      unit.emit('submission.reversal-paid', submissionId, facts);
    },
  ),
];
