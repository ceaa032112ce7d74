import type { Role } from '@piecework/contracts/constants';
import { localDigits, plural, t } from '@piecework/i18n';
import { Skeleton, VisuallyHidden } from '@piecework/ui';
import { color, plainButton, radius, space } from '@piecework/ui/styles';
import { loadable, onLive } from '@piecework/web-kit';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { UnreadBadge } from '../dashboard/UnreadBadge';
import { useDisclosure } from '../navigation/useDisclosure';
import { useNewest } from './use-reading';

const NotificationPanel = loadable(() => import('./NotificationPanel'), <Skeleton shape="text" />);

const Trigger = styled.button`
  ${plainButton}
  position: relative;
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: ${radius.control};
  color: ${color.ink};

  &:hover, &[aria-expanded='true'] {
    background: ${color.sunk};
  }
`;
const Count = styled(UnreadBadge)`
  position: absolute;
  top: 2px;
  inset-inline-end: 0;
  border: 2px solid ${color.paper};
  line-height: 1.4;
`;
const Place = styled.div`
  padding: 0 ${space(1)};
`;

/** Not in the icons of the library, which the signed-out home loads too. */
const BellIcon = () => (
  <svg
    viewBox="0 0 24 24"
    width={24}
    height={24}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    focusable="false"
  >
    <path d="M6 17v-6a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4M12 5V3" />
    <path d="M9 14.5h6" strokeDasharray="1.8 2.9" />
  </svg>
);

/** What a screen reader hears when the number changes while the page is open. */
const useAnnouncement = (unread: number): string => {
  const [isLive, setLive] = useState(false);
  useEffect(() => onLive('notification', () => setLive(true)), []);
  if (!isLive) return '';
  return unread === 0
    ? t('No unread notifications')
    : plural(unread, '{count} unread notification', '{count} unread notifications');
};

/** Arrow keys move between the notifications of the open panel. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('li a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const by = event.key === 'ArrowDown' ? 1 : -1;
  event.preventDefault();
  links[at < 0 && by < 0 ? links.length - 1 : (at + by + links.length) % links.length]?.focus();
};

export function Bell({ role }: { role: Role }) {
  const unread = useNewest().data?.unread ?? 0;
  const frame = useRef<HTMLDivElement>(null);
  const { isOpen, setOpen } = useDisclosure(frame);
  const id = useId();
  const announcement = useAnnouncement(unread);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (isOpen) moveFocus(event);
    else if (event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen(true);
    }
  };
  return (
    <Place ref={frame} onKeyDown={onKeyDown}>
      <Trigger
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={unread > 0 ? t('Notifications, {count} unread', { count: unread }) : t('Notifications')}
        onPointerEnter={() => void NotificationPanel.preload()}
        onClick={() => setOpen(!isOpen)}
      >
        <BellIcon />
        {unread > 0 && <Count>{localDigits(unread > 99 ? '99+' : String(unread))}</Count>}
      </Trigger>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {isOpen && <NotificationPanel id={id} role={role} />}
    </Place>
  );
}
