import { color, radius, space } from '@piecework/ui';
import { styled } from 'styled-components';

/** What a person wrote, with its line breaks. */
export const Written = styled.blockquote`
  max-width: 70ch;
  margin: 0;
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunk};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
