import type { Submission } from '@piecework/contracts';
import { MAX_BONUSES } from '@piecework/contracts/constants';
import { Button, Row } from '@piecework/ui';
import { loadable } from '@piecework/web-kit';
import { useState } from 'react';

const BonusDialog = loadable(() => import('./BonusDialog'), null);

/** Work that Piecework has paid after an appeal gets no bonus: its buyer paid nothing for it. */
const canGetBonus = ({ status, appeal, bonus }: Submission): boolean =>
  status === 'approved' && appeal?.paidBy !== 'platform' && (bonus?.count ?? 0) < MAX_BONUSES;

export const GiveBonus = ({ submission }: { submission: Submission }) => {
  const [isOpen, setOpen] = useState(false);
  if (!canGetBonus(submission)) return null;
  return (
    <Row>
      <Button
        variant="secondary"
        icon="star"
        aria-label={`Give ${submission.workerName} a bonus`}
        onClick={() => setOpen(true)}
      >
        Give a bonus
      </Button>
      {isOpen && <BonusDialog submission={submission} onClose={() => setOpen(false)} />}
    </Row>
  );
};
