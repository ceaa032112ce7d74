import { color, motion, quietText, radius, space, text } from '@piecework/ui/styles';
import { css, styled } from 'styled-components';

export const Tiles = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
`;

const square = css`
  position: relative;
  display: grid;
  width: 112px;
  min-height: 112px;
  place-items: center;
  border-radius: ${radius.control};
`;

export const Tile = styled.div`
  ${square}
  overflow: hidden;
  border: 1px solid ${color.line};
  background: ${color.sunk};
  color: ${color.soft};

  > img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
  > progress { position: absolute; inset: auto ${space(2)} ${space(2)}; width: calc(100% - ${space(4)}); }
  > button { position: absolute; inset: ${space(1)} ${space(1)} auto auto; background: ${color.surface}; }
  > [role='alert'] {
    z-index: 1;
    display: grid;
    gap: ${space(1)};
    width: 100%;
    height: 100%;
    padding: ${space(12)} ${space(2)} ${space(2)};
    align-content: end;
    background: ${color.madderBg};
    color: ${color.madder};
    font-size: ${text.small};
    overflow-wrap: anywhere;
  }
  > [role='alert'] + button { z-index: 2; }
`;

export const State = styled.div`
  ${quietText}
  position: absolute;
  inset: auto ${space(2)} ${space(5)};
  padding: 0 ${space(1)};
  border-radius: ${radius.control};
  background: ${color.surface};
  text-align: center;
`;

/** The invisible file input covers the tile, so that click, keyboard and drop work natively. */
export const AddTile = styled.div<{ $invalid: boolean }>`
  ${square}
  gap: ${space(1)};
  align-content: center;
  padding: ${space(2)};
  border: 1px dashed ${({ $invalid }) => ($invalid ? color.madder : color.edge)};
  color: ${color.primary};
  font-size: ${text.small};
  font-weight: 600;
  text-align: center;
  transition: background ${motion.fast};

  &:hover, &:focus-within { background: ${color.primarySoft}; }
  &:focus-within { outline: 2px solid ${color.primary}; outline-offset: 2px; }
  input { position: absolute; inset: 0; width: 100%; opacity: 0; cursor: pointer; }
`;
