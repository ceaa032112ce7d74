import { Button, type Elements, formatCoins, VisuallyHidden } from '@piecework/ui';
import { color, media, space, text } from '@piecework/ui/styles';
import type { ComponentProps } from 'react';
import { styled } from 'styled-components';

export const SecondaryLine = styled.span`
  display: block;
  color: ${color.soft};
  font-size: ${text.small};
  font-weight: 400;
`;

/** Takes the focus when the row that held it is gone (web-kit/src/dialogs/restore-focus.ts). */
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

  /* Whether the filter has a line of its own does not depend on the number. */
  ${media.tabletOnly} { min-width: 14rem; }
`;

interface ListHeadProps {
  total: number | undefined;
  /** Singular; the plural adds an s. */
  noun: string;
  isFiltered?: boolean;
  /** Number of new rows that are held back. */
  waiting?: number;
  onShow?: (() => void) | undefined;
  /** A filter beside the total. */
  children?: Elements;
}

/** The height is fixed, so that the list below does not move. */
export function ListHead({ total, noun, isFiltered = false, waiting = 0, onShow, children }: ListHeadProps) {
  return (
    <Head>
      <Total>{total !== undefined && totalOf(total, noun, isFiltered)}</Total>
      {waiting > 0 && (
        <Button variant="secondary" size="small" icon="retry" onClick={() => onShow?.()}>
          {`Show ${counted(waiting, `new ${noun}`)}`}
        </Button>
      )}
      {children}
    </Head>
  );
}

export const counted = (count: number, noun: string) => `${formatCoins(count)} ${noun}${count === 1 ? '' : 's'}`;

const totalOf = (total: number, noun: string, isFiltered: boolean) =>
  isFiltered ? `${counted(total, noun)} found` : `Total: ${counted(total, noun)}`;

interface RowButtonProps extends Omit<ComponentProps<typeof Button<'button'>>, 'children' | 'size'> {
  label: string;
  /** Continues the label for screen readers: which row. */
  about: string;
}

export const RowButton = ({ label, about, ...rest }: RowButtonProps) => (
  <Button size="small" {...rest}>
    <span>{label}</span>
    <VisuallyHidden>{` ${about}`}</VisuallyHidden>
  </Button>
);

export const NoBreak = styled.span`
  white-space: nowrap;
`;

/** Breaks between words only, unless one word alone is too long. */
export const WholeWords = styled.span`
  display: inline-block;
  min-width: 0;
  max-width: 18rem;
  overflow-wrap: break-word;
`;

/** Keeps a readable width in a narrow table. */
export const MinWidth = styled.div`
  ${media.tablet} { min-width: 12rem; }
`;
