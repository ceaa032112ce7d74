import { Button, formatCoins, KeyCap, Row } from '@piecework/ui';
import { color, media, radius, shadow, space } from '@piecework/ui/styles';
import { keyframes, styled } from 'styled-components';
import { type BufferState, HOLD_MS } from './decision-buffer';

interface HeldBarProps {
  held: BufferState['held'];
  onUndo(): void;
  onSend(): void;
}

const last = (held: BufferState['held']): string => {
  const group = held.filter((one) => one.group === held.at(-1)?.group);
  const [first] = group;
  if (!first) return '';
  const verb = first.verdict.status === 'approved' ? 'Approved' : 'Rejected';
  return group.length === 1
    ? `${verb}: ${first.submission.workerName}`
    : `${verb}: ${formatCoins(group.length)} submissions`;
};

/** The line shrinks until the decisions are sent. */
export const HeldBar = ({ held, onUndo, onSend }: HeldBarProps) =>
  held.length > 0 && (
    <Bar>
      <p role="status">
        <strong>{last(held)}</strong>{' '}
        {held.length > 1 && <span>{`· ${formatCoins(held.length)} decisions not sent yet`}</span>}
      </p>
      <Row gap={2}>
        <Button variant="secondary" size="small" aria-keyshortcuts="u" onClick={onUndo}>
          <span>Undo</span> <KeyCap>U</KeyCap>
        </Button>
        <Button variant="quiet" size="small" onClick={onSend}>
          Send now
        </Button>
      </Row>
      <Line key={held.at(-1)?.group} aria-hidden />
    </Bar>
  );

const shrink = keyframes`to { transform: scaleX(0); }`;

const Bar = styled.div`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(4)};
  align-items: center;
  justify-content: space-between;
  padding: ${space(1)} ${space(2)} ${space(1)} ${space(4)};
  overflow: hidden;
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.surface};
  box-shadow: ${shadow.float};

  p {
    flex: 1 7rem;
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }
  p span {
    color: ${color.soft};
  }
`;
const Line = styled.span`
  position: absolute;
  inset: auto 0 0;
  height: 2px;
  background: ${color.primary};
  transform-origin: left;
  animation: ${shrink} ${HOLD_MS}ms linear forwards;

  ${media.reducedMotion} {
    display: none;
  }
`;
