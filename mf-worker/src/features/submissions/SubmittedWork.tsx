import { color, radius, space } from '@piecework/ui';
import { styled } from 'styled-components';

/** Plain text with line breaks. */
export const SubmittedWork = styled.p`
  margin: 0;
  padding: ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunk};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
