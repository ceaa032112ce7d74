import type { Submission } from '@piecework/contracts';
import { MAX_BONUSES } from '@piecework/contracts/constants';
import { Button, Row } from '@piecework/ui';
import { loadable } from '@piecework/web-kit';
import { useState } from 'react';

const BonusDialog = loadable(() => import('./BonusDialog'), null);

/** Only work that a place of the task has paid (P-4.32). */
const canGetBonus = ({ status, appeal, reversal, bonus }: Submission): boolean =>
  status === 'approved' &&
  appeal?.paidBy !== 'platform' &&
  reversal?.paidBy !== 'balance' &&
  (bonus?.count ?? 0) < MAX_BONUSES;

export const GiveBonus = ({ submission }: { submission: Submission }) => {
  const [isOpen, setOpen] = useState(false);
  if (!canGetBonus(submission)) return null;
  return (
    <Row>
      <Button
        variant="secondary"
        icon="star"
        aria-label={`Give a bonus to ${submission.workerName}`}
        onClick={() => setOpen(true)}
      >
        Give a bonus
      </Button>
      {isOpen && <BonusDialog submission={submission} onClose={() => setOpen(false)} />}
    </Row>
  );
};
