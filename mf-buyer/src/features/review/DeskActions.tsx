import { Button, type Elements, KeyCap, Row } from '@piecework/ui';
import { color, media, space } from '@piecework/ui/styles';
import { styled } from 'styled-components';

interface DeskActionsProps {
  approveLabel: string;
  rejectLabel: string;
  canApprove: boolean;
  canReject: boolean;
  canSendBack: boolean;
  onApprove(): void;
  onReject(): void;
  onSendBack(): void;
  /** Clears the selection; undefined: sending back is offered instead. */
  onClear: (() => void) | undefined;
  /** Beside the buttons. */
  hint?: Elements;
  /** Above the buttons. */
  children: Elements;
}

export const DeskActions = (props: DeskActionsProps) => {
  const { approveLabel, rejectLabel, canApprove, canReject, canSendBack, hint, children } = props;
  return (
    <Bar>
      {children}
      <Row gap={2} justify="flex-end">
        {hint}
        {props.onClear ? (
          <Button variant="quiet" onClick={props.onClear}>
            Clear selection
          </Button>
        ) : (
          <Button
            variant="quiet"
            icon="retry"
            aria-keyshortcuts="s"
            aria-disabled={!canSendBack || undefined}
            onClick={props.onSendBack}
          >
            <span>Send back</span> <KeyCap>S</KeyCap>
          </Button>
        )}
        <Button
          variant="danger"
          icon="reject"
          aria-keyshortcuts="r"
          aria-disabled={!canReject || undefined}
          onClick={props.onReject}
        >
          <span>{rejectLabel}</span> <KeyCap>R</KeyCap>
        </Button>
        <Button
          variant="primary"
          icon="check"
          aria-keyshortcuts="a"
          aria-disabled={!canApprove || undefined}
          onClick={props.onApprove}
        >
          <span>{approveLabel}</span> <KeyCap>A</KeyCap>
        </Button>
      </Row>
    </Bar>
  );
};

/** Always in reach; on a phone above the menu bar. */
const Bar = styled.div`
  z-index: 10;
  ${media.tall} {
    position: sticky;
    bottom: 0;
  }
  display: grid;
  gap: ${space(2)};
  padding: ${space(3)} 0;
  background: linear-gradient(transparent, ${color.paper} ${space(3)});

  @media (max-width: 1023.98px) {
    bottom: calc(${space(17)} + env(safe-area-inset-bottom));
  }
  ${media.phone} {
    > :last-child {
      gap: ${space(1.5)};

      > button {
        flex: 1 1 auto;
        padding-inline: ${space(2)};
      }
    }
    /* One row. */
    kbd,
    [aria-keyshortcuts='s'][aria-disabled] {
      display: none;
    }
  }
`;
