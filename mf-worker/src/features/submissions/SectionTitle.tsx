import { text } from '@piecework/ui/styles';
import { styled } from 'styled-components';

/** Heads a part of the submission dialog. */
export const SectionTitle = styled.h3`
  font-size: ${text.lead};
`;
