import { msg, t, translated } from '@piecework/i18n';
import { Notice, VisuallyHidden } from '@piecework/ui';
import { color, media, space, text } from '@piecework/ui/styles';
import { useLiveStatus } from '@piecework/web-kit';
import { styled } from 'styled-components';

const LABELS = { live: msg('Live'), polling: msg('Updates every few seconds'), offline: msg('Offline') } as const;

const Indicator = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  color: ${color.soft};
  font-size: ${text.small};
`;
/** The shape tells the states apart without colour. */
const Patch = styled.span<{ $status: keyof typeof LABELS }>`
  width: 10px;
  height: 10px;
  border: 2px solid ${color.sage};
  transform: rotate(45deg);
  ${({ $status }) => $status === 'live' && `background: ${color.sage};`}
  ${({ $status }) => $status === 'polling' && `border-color: ${color.marigold}; background: linear-gradient(135deg, ${color.marigold} 50%, transparent 50%);`}
  ${({ $status }) => $status === 'offline' && `border-color: ${color.soft};`}
`;
const Label = styled.span`
  ${media.phone} {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

export function LiveMark() {
  const status = useLiveStatus();
  const label = translated(LABELS[status]);
  return (
    <Indicator title={label}>
      <Patch $status={status} aria-hidden />
      <Label>
        <VisuallyHidden>{`${t('Changes:')} `}</VisuallyHidden>
        <span>{label}</span>
      </Label>
    </Indicator>
  );
}

const NoticeFrame = styled.div`
  margin-bottom: ${space(6)};
`;

export const OfflineNotice = () =>
  useLiveStatus() === 'offline' ? (
    <NoticeFrame>
      <Notice tone="warn">
        {t(
          'You’re offline. What you see may be out of date. What you type is saved, and the page updates when you’re back online.',
        )}
      </Notice>
    </NoticeFrame>
  ) : null;
