import { space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';

/** Hidden on touch screens. */
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
