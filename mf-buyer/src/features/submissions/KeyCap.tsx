import { space, text } from '@piecework/ui';
import { styled } from 'styled-components';

/** The key of a button, where there is a keyboard. */
export const KeyCap = styled.kbd`
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
