import { css } from 'styled-components';
import { color, radius, space, text } from './tokens';

// Of groups of declarations that elements share; each stands first in its block, so that the block may change a part.

export const plainList = css`
  margin: 0;
  padding: 0;
  list-style: none;
`;

/** Its font and colour are those of the text around it (global.css). */
export const plainButton = css`
  padding: 0;
  border: 0;
  background: none;
  cursor: pointer;
`;

export const plainFieldset = css`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

export const quietText = css`
  color: ${color.soft};
  font-size: ${text.small};
`;

/** A box that stands out from the page. */
export const sheet = css`
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.surface};
`;

/** The label around a checkbox, as high as a finger. */
export const checkboxLabel = css`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  min-height: 44px;
  cursor: pointer;

  input { flex: none; width: 20px; height: 20px; margin: 0; accent-color: ${color.primary}; cursor: pointer; }
`;

export const clampedTo = (lines: number) => css`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: ${lines};
`;
