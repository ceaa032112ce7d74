import { Button, formatCoins, IconButton, KeyCap, Row } from '@piecework/ui';
import { color, media, space } from '@piecework/ui/styles';
import { css, styled } from 'styled-components';

interface PositionProps {
  at: number;
  of: number;
  /** More follow once these are decided. */
  isPart?: boolean;
  /** What is counted. */
  noun: 'submission' | 'row' | 'page';
  onStep(by: number): void;
  /** Shows the shortcuts. */
  onHelp?(): void;
}

export const Position = ({ at, of, isPart = false, noun, onStep, onHelp }: PositionProps) => (
  <Row justify="space-between" gap={2}>
    <Row gap={1} wrap={false}>
      <IconButton label={`Previous ${noun}`} icon="previous" aria-keyshortcuts="k" onClick={() => onStep(-1)} />
      <Count aria-live="polite">{`${formatCoins(at)} of ${formatCoins(of)}${isPart ? '+' : ''}`}</Count>
      <IconButton label={`Next ${noun}`} icon="next" aria-keyshortcuts="j" onClick={() => onStep(1)} />
    </Row>
    {onHelp && (
      <Button variant="quiet" size="small" aria-keyshortcuts="?" onClick={onHelp}>
        <span>Shortcuts</span> <KeyCap>?</KeyCap>
      </Button>
    )}
  </Row>
);

const Count = styled.span`
  min-width: 4.5rem;
  color: ${color.soft};
  font-variant-numeric: tabular-nums;
  text-align: center;
`;

/** @param $isPage a page takes the whole width below `media.wide`: picture and answers stand side by side in it */
export const Columns = styled.div<{ $isPage?: boolean }>`
  display: grid;
  gap: ${space(6)};
  align-items: start;

  > * {
    min-width: 0;
  }
  ${({ $isPage }) =>
    $isPage
      ? css`
          ${media.wide} {
            grid-template-columns: minmax(0, 1fr) min(22rem, 30%);
          }
        `
      : css`
          ${media.desk} {
            grid-template-columns: minmax(0, 1fr) min(20rem, 45%);
          }
          ${media.wide} {
            grid-template-columns: minmax(0, 56rem) minmax(0, 30rem);
          }
        `}
`;
/** From the top of the page: its header and title. */
const ABOVE = '9.25rem';

/** Reaches the lower edge of the screen: the actions keep their place, however short the answer is and whatever appears above them. */
export const Reading = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  /* Without the menu bar, and with the title of the brief below. */
  min-height: calc(100dvh - ${ABOVE} - ${space(17)} - env(safe-area-inset-bottom) - 4.5rem);

  > * {
    min-width: 0;
  }
  > :last-child {
    margin-top: auto;
  }
  ${media.desk} {
    min-height: calc(100dvh - ${ABOVE});
  }
`;
const beside = css`
  position: sticky;
  top: calc(var(--table-top, 0px) + ${space(4)});
  display: flex;
  flex-direction: column;
  align-items: stretch;
  max-height: calc(100dvh - ${ABOVE} - ${space(4)});

  > nav {
    display: flex;
    flex-direction: column;
    min-height: 9rem;
  }
`;
/** @param $isPage below a page it has two columns */
export const Aside = styled.div<{ $isPage?: boolean }>`
  display: grid;
  gap: ${space(4)};

  > * {
    min-width: 0;
  }
  ${({ $isPage }) =>
    $isPage
      ? css`
          ${media.desk} {
            grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
            align-items: start;
          }
          ${media.wide} {
            ${beside}
          }
        `
      : css`
          ${media.desk} {
            ${beside}
          }
        `}
`;
