import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icon-paths';
import { color, radius, space } from '../tokens';

type NoticeTone = 'info' | 'good' | 'bad' | 'warn';

const TONES: Record<NoticeTone, readonly [IconName, colour: string, ground: string]> = {
  info: ['info', color.primary, color.primarySoft],
  good: ['check', color.sage, color.sageBg],
  bad: ['alert', color.madder, color.madderBg],
  warn: ['clock', color.marigold, color.marigoldBg],
};

const Strip = styled.div<{ $colour: string; $ground: string }>`
  display: flex;
  gap: ${space(3)};
  align-items: flex-start;
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  border-inline-start: 4px solid ${({ $colour }) => $colour};
  background: ${({ $ground }) => $ground};
  color: ${color.ink};

  > svg { flex: none; margin-top: 0.05em; color: ${({ $colour }) => $colour}; }
  > div { min-width: 0; overflow-wrap: anywhere; }
`;

/** `alert` interrupts the screen reader; `status` waits for a pause. */
export function Notice({ tone, children }: { tone: NoticeTone; children: ReactNode }) {
  const [icon, colour, ground] = TONES[tone];
  return (
    <Strip role={tone === 'bad' ? 'alert' : 'status'} $colour={colour} $ground={ground}>
      <Icon name={icon} />
      <div>{children}</div>
    </Strip>
  );
}
