import { styled } from 'styled-components';
import { space, text } from '../tokens';

/** A key that does the same. Hidden on touch screens. */
export const KeyCap = styled.kbd.attrs({ translate: 'no' })`
  padding: 0 ${space(1.5)};
  border: 1px solid currentColor;
  border-radius: 4px;
  font: inherit;
  font-size: ${text.small};
  opacity: 0.8;

  @media (hover: none) {
    display: none;
  }
`;
