import { localDigits } from '@piecework/i18n';
import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { text } from '../tokens';
import type { Rectangle } from './geometry';

const CORNERS = ['nw', 'ne', 'sw', 'se'] as const;
export type Corner = (typeof CORNERS)[number];

interface BoxOutlineProps extends Omit<ComponentPropsWithRef<'div'>, 'children' | 'style' | 'color'> {
  /** As it is seen: after the rotation. */
  box: Rectangle;
  color: string;
  /** From 1. */
  number: number;
  name: string;
  hasCorners?: boolean;
}

const share = (fraction: number): string => `${fraction * 100}%`;

/** A box over its picture. What contains it has the size of the picture. */
export const BoxOutline = ({ box, color, number, name, hasCorners = false, ...rest }: BoxOutlineProps) => (
  <Outline
    {...rest}
    style={
      {
        left: share(box.x),
        top: share(box.y),
        width: share(box.width),
        height: share(box.height),
        '--box': color,
      } as React.CSSProperties
    }
  >
    <Tag aria-hidden data-below={box.y < 0.06 || undefined}>
      {`${localDigits(String(number))} ${name}`}
    </Tag>
    {hasCorners && CORNERS.map((corner) => <Handle key={corner} data-corner={corner} />)}
  </Outline>
);

/** White around the color, so that it is seen on any picture. */
const Outline = styled.div`
  position: absolute;
  border: 2px solid var(--box);
  outline: 1px solid #fff;
  box-shadow: inset 0 0 0 1px #fff;

  &:focus-visible { outline: 3px solid #fff; box-shadow: 0 0 0 6px var(--box), inset 0 0 0 1px #fff; }
  @media (forced-colors: active) {
    border-color: CanvasText;
    &:focus-visible { outline: 4px solid Highlight; }
  }
`;

const Tag = styled.span`
  position: absolute;
  bottom: 100%;
  left: -2px;
  max-width: 12rem;
  overflow: hidden;
  padding: 0 4px;
  background: var(--box);
  color: #fff;
  font-size: ${text.small};
  line-height: 1.4;
  text-overflow: ellipsis;
  white-space: nowrap;
  pointer-events: none;

  &[data-below] { top: 0; bottom: auto; }
  @media (forced-colors: active) { border: 1px solid CanvasText; }
`;

/** 24 px to press; those of a small box are moved apart. */
const Handle = styled.span`
  --apart: min(0px, (100% - 24px) / 2);
  position: absolute;
  display: grid;
  place-items: center;
  width: 24px;
  height: 24px;
  margin: -12px;

  &::before { width: 10px; height: 10px; border: 2px solid var(--box); background: #fff; content: ''; }
  &[data-corner^='n'] { top: var(--apart); }
  &[data-corner^='s'] { bottom: var(--apart); }
  &[data-corner$='w'] { left: var(--apart); }
  &[data-corner$='e'] { right: var(--apart); }
  &[data-corner='nw'], &[data-corner='se'] { cursor: nwse-resize; }
  &[data-corner='ne'], &[data-corner='sw'] { cursor: nesw-resize; }
`;
