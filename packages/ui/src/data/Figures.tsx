import type { ComponentPropsWithoutRef, ElementType, ReactNode } from 'react';
import { styled } from 'styled-components';
import { plainList, quietText, sheet } from '../mixins';
import { color, font, media, motion, space, text } from '../tokens';
import { FIGURE, figureCells } from './figure-size';

const Band = styled.ul`
  ${plainList}
  ${sheet}
  ${figureCells}
  overflow: hidden;

  /* Four cells wrap two and two. */
  ${media.tabletOnly} {
    &:has(> :nth-child(4):last-child) { grid-template-columns: 1fr 1fr; }
  }
`;

const Cell = styled.li`
  position: relative;
  display: grid;
  min-width: min-content;
  max-width: 100%;
  /* Each cell draws its left and top border; the band clips the outer ones. */
  margin: -2px 0 0 -2px;
  border: dashed ${color.line};
  border-width: 2px 0 0 2px;
`;

const Face = styled.div`
  display: grid;
  align-content: start;
  gap: ${space(1)};
  min-width: 0;
  min-height: ${FIGURE.height};
  padding: ${space(5)} ${space(6)} ${space(6)};
  color: inherit;
  text-decoration: none;
  transition: background ${motion.fast};

  &:any-link:hover { background: ${color.sunk}; }
  &:focus-visible { outline-offset: -4px; }
  ${media.phone} {
    min-width: auto;
    min-height: ${FIGURE.phoneHeight};
    padding: ${space(3)};
  }
`;

const Label = styled.span`
  color: ${color.soft};
  font-weight: 500;

  ${media.phone} {
    font-size: ${text.small};
    line-height: 1.3;
  }
`;

const Value = styled.span`
  font: 600 2.5rem / 1.1 ${font.head};
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.02em;
  overflow-wrap: anywhere;

  /* Above its label, which may have more lines than its neighbours'. */
  ${media.phone} {
    order: -1;
    font-size: 1.375rem;
  }
`;

const Note = styled.span`
  ${quietText}
`;

export function Figures({ children, label }: { children: ReactNode; label?: string }) {
  return <Band aria-label={label}>{children}</Band>;
}

type FigureProps<T extends ElementType = 'div'> = {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** Link to the list behind the number: `as={Link} to="…"`. */
  as?: T;
} & Omit<ComponentPropsWithoutRef<T>, 'label' | 'value' | 'note' | 'as' | 'children'>;

export function Figure<T extends ElementType = 'div'>({ label, value, note, ...rest }: FigureProps<T>) {
  return (
    <Cell>
      <Face {...(rest as object)}>
        <Label>{label}</Label>
        <Value translate="no">{value}</Value>
        {note && <Note>{note}</Note>}
      </Face>
    </Cell>
  );
}
