import { color, Icon, radius, space, text } from '@piecework/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Box = styled.span`
  display: inline-flex;
  align-items: flex-start;
  gap: ${space(1)};
  max-width: 13rem;
  margin-top: ${space(1)};
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius.control};
  background: ${color.marigoldBg};
  color: ${color.marigold};
  font-size: ${text.small};
  line-height: 1.35;
  text-align: start;
  white-space: normal;

  svg { flex: none; margin-top: 0.1em; }
`;

/** Something about a row that its reader should know before acting on it. */
export function Flag({ children }: { children: ReactNode }) {
  return (
    <Box>
      <Icon name="alert" />
      <span>{children}</span>
    </Box>
  );
}
