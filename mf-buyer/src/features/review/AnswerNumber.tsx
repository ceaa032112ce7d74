import { color, font, radius, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';

/** The number by which an answer is chosen. */
export const AnswerNumber = styled.span.attrs({ translate: 'no' })<{ $isChosen: boolean }>`
  display: inline-grid;
  flex: none;
  place-items: center;
  min-width: 1.75em;
  height: 1.75em;
  border: 1px solid ${({ $isChosen }) => ($isChosen ? color.primary : color.edge)};
  border-radius: ${radius.control};
  background: ${({ $isChosen }) => ($isChosen ? color.primary : color.surface)};
  color: ${({ $isChosen }) => ($isChosen ? color.onPrimary : color.ink)};
  font: 600 ${text.small} / 1 ${font.body};
`;
