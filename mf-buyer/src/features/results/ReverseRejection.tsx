import type { Submission } from '@piecework/contracts';
import { Button, Row } from '@piecework/ui';
import { loadable, useServerNow } from '@piecework/web-kit';
import { useState } from 'react';

const ReversalDialog = loadable(() => import('./ReversalDialog'), null);

/** As long as an appeal can reverse it (P-4.33). */
const isReversible = ({ status, appeal, appealUntil, reversal }: Submission, now: number): boolean =>
  status === 'reject' &&
  reversal?.state !== 'underway' &&
  (appeal?.state === 'open' || (appealUntil !== undefined && Date.parse(appealUntil) > now));

export const ReverseRejection = ({ submission }: { submission: Submission }) => {
  const [isOpen, setOpen] = useState(false);
  const now = useServerNow();
  if (!isReversible(submission, now)) return null;
  return (
    <Row>
      <Button
        variant="secondary"
        icon="check"
        aria-label={`Approve ${submission.workerName}’s submission after all`}
        onClick={() => setOpen(true)}
      >
        Approve after all
      </Button>
      {isOpen && <ReversalDialog submission={submission} onClose={() => setOpen(false)} />}
    </Row>
  );
};
