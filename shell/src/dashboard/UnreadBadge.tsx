import { color, font, radius } from '@piecework/ui/styles';
import { styled } from 'styled-components';

/** A number of unread things, in a pill. Screen readers get it in words beside it. */
export const UnreadBadge = styled.span.attrs({ translate: 'no', 'aria-hidden': true })`
  min-width: 1.75em;
  padding: 0 0.35em;
  border-radius: ${radius.full};
  background: ${color.primary};
  color: ${color.onPrimary};
  font: 700 0.6875rem / 1.6 ${font.body};
  font-variant-numeric: tabular-nums;
  text-align: center;
`;
