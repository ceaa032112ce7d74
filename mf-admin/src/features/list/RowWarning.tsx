import { Icon } from '@piecework/ui';
import { color, radius, space, text } from '@piecework/ui/styles';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const TONES = {
  alert: { icon: 'alert', ground: color.marigoldBg, ink: color.marigold },
  quiet: { icon: 'info', ground: color.sunk, ink: color.soft },
} as const;

const Box = styled.span<{ $tone: keyof typeof TONES }>`
  display: inline-flex;
  align-items: flex-start;
  gap: ${space(1)};
  max-width: 13rem;
  margin-top: ${space(1)};
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius.control};
  background: ${({ $tone }) => TONES[$tone].ground};
  color: ${({ $tone }) => TONES[$tone].ink};
  font-size: ${text.small};
  font-weight: 400;
  line-height: 1.35;
  text-align: start;
  white-space: normal;

  svg { flex: none; margin-top: 0.1em; }
`;

interface RowWarningProps {
  tone?: keyof typeof TONES;
  children: ReactNode;
}

export function RowWarning({ tone = 'alert', children }: RowWarningProps) {
  return (
    <Box $tone={tone}>
      <Icon name={TONES[tone].icon} />
      <span>{children}</span>
    </Box>
  );
}

/** On a line of its own. */
export const WarningLine = (props: RowWarningProps) => (
  <div>
    <RowWarning {...props} />
  </div>
);
