import { Button, color, formatCoins, media, space, text } from '@piecework/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** A second line in a cell. */
export const SecondaryLine = styled.span`
  display: block;
  color: ${color.soft};
  font-size: ${text.small};
  font-weight: 400;
`;

/** Dialogs lead the focus here when the row that held it is gone (web-kit, dialogs/restore-focus.ts). */
export const ListRegion = styled.section.attrs({ tabIndex: -1 })`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  min-width: 0;

  &:focus { outline: none; }
  &:focus-visible { outline: 2px solid ${color.primary}; outline-offset: ${space(2)}; }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  min-height: 44px;
`;

const Total = styled.p.attrs({ role: 'status' })`
  margin: 0;
  color: ${color.soft};
  font-variant-numeric: tabular-nums;
`;

interface ListHeadProps {
  /** Undefined while it is not known. */
  total: number | undefined;
  /** Singular; the plural has an s. */
  noun: string;
  isFiltered: boolean;
  /** Rows that would push the others down and wait to be asked for. */
  waiting?: number;
  onShow?: () => void;
  /** A filter that stands beside the total. */
  children?: ReactNode;
}

/** How many there are, spoken when it changes, and the way to those that came since. It keeps its height, so that nothing moves. */
export function ListHead({ total, noun, isFiltered, waiting = 0, onShow, children }: ListHeadProps) {
  return (
    <Head>
      <Total>{total !== undefined && totalOf(total, noun, isFiltered)}</Total>
      {waiting > 0 && (
        <Button variant="secondary" size="small" icon="retry" onClick={onShow}>
          {`Show ${counted(waiting, `new ${noun}`)}`}
        </Button>
      )}
      {children}
    </Head>
  );
}

const counted = (count: number, noun: string) => `${formatCoins(count)} ${noun}${count === 1 ? '' : 's'}`;

const totalOf = (total: number, noun: string, isFiltered: boolean) =>
  isFiltered ? `${counted(total, noun)} found` : `Total: ${counted(total, noun)}`;

/** Dates, which nobody wants to read in two lines. */
export const NoBreak = styled.span`
  white-space: nowrap;
`;

/** Names and the like: their words stay whole, unless one alone is too long for any table. */
export const WholeWords = styled.span`
  display: inline-block;
  max-width: 18rem;
  overflow-wrap: break-word;
`;

/** Texts that need room to be read, however narrow the table. */
export const MinWidth = styled.div`
  ${media.tablet} { min-width: 12rem; }
`;
