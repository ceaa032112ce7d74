import { text } from '@piecework/ui';
import { styled } from 'styled-components';

/** Heads a part of the submission dialog. */
export const SectionTitle = styled.h3`
  margin: 0;
  font-size: ${text.lead};
`;
