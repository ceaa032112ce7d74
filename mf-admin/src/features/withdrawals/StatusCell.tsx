import type { Withdrawal, WithdrawalStatus } from '@piecework/contracts';
import { Status, VisuallyHidden } from '@piecework/ui';
import { color, media, motion, radius, space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';
import { SecondaryLine } from '../list/list-elements';
import { WarningLine } from '../list/RowWarning';
import { SHARED_NOTE, SUSPENDED_NOTE, unearnedNote } from './decision-confirmation';
import { fundingSummaryOf, isTraced, needsLook } from './funding-summary';
import { HeldState } from './HeldState';

const Control = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 40px;
  padding: ${space(1)} ${space(3)} ${space(1)} ${space(1)};
  border: 1px solid ${color.edge};
  border-radius: ${radius.control};
  background: ${color.surface};
  color: ${color.primary};
  font: inherit;
  font-size: ${text.small};
  font-weight: 600;
  white-space: nowrap;
  cursor: pointer;
  transition: background ${motion.fast}, border-color ${motion.fast};

  &:hover { background: ${color.primarySoft}; border-color: ${color.primary}; }
  &[aria-disabled='true'] { opacity: 0.7; cursor: progress; }
  ${media.phone} { min-height: 44px; }
`;

interface StatusCellProps {
  withdrawal: Withdrawal;
  /** Differs from the withdrawal's own when another admin has decided it meanwhile. */
  status: WithdrawalStatus;
  isBusy: boolean;
  onApprove: () => void;
}

/** P-13.2. */
export function StatusCell({ withdrawal, status, isBusy, onApprove }: StatusCellProps) {
  const note = unearnedNote(withdrawal);
  return (
    <>
      {status === 'pending' && withdrawal.suspended ? (
        <Status status="pending" />
      ) : status === 'pending' && withdrawal.hold ? (
        <HeldState hold={withdrawal.hold} />
      ) : status === 'pending' ? (
        <Control
          type="button"
          aria-busy={isBusy}
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) onApprove();
          }}
        >
          <Status status="pending" />
          <span>Approve</span>
          <VisuallyHidden>{` the withdrawal of ${withdrawal.workerName}`}</VisuallyHidden>
        </Control>
      ) : (
        <Status status={status} />
      )}
      {status !== withdrawal.status && <SecondaryLine>just now</SecondaryLine>}
      {isTraced(withdrawal) && status === 'pending' && (
        <WarningLine tone={needsLook(withdrawal) ? 'alert' : 'quiet'}>{fundingSummaryOf(withdrawal)}</WarningLine>
      )}
      {withdrawal.sharedAccount && status === 'pending' && <WarningLine>{SHARED_NOTE}</WarningLine>}
      {withdrawal.suspended && status === 'pending' && <WarningLine>{SUSPENDED_NOTE}</WarningLine>}
      {note && <WarningLine>{note}</WarningLine>}
    </>
  );
}
