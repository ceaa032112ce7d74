import type { Role } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Button, Row } from '@piecework/ui';
import { color, font, media, shadow, sheet, space, text } from '@piecework/ui/styles';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { NotificationList } from './NotificationList';
import { useNewest, useReadAll } from './use-reading';

/** It hangs from the header, because with large text the bell is far from its end. */
const Frame = styled.section`
  ${sheet}
  position: absolute;
  z-index: 50;
  top: 100%;
  inset-inline-end: ${space(2)};
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  gap: ${space(2)};
  width: min(27rem, calc(100% - ${space(4)}));
  ${media.tall} {
    max-height: min(36rem, calc(100dvh - ${space(20)}));
  }
  padding: ${space(3)};
  box-shadow: ${shadow.float};

  h2 {
    margin: 0;
    padding: ${space(2)} 0 ${space(2)} ${space(2)};
    font: 600 ${text.h3} / 1.2 ${font.head};
  }
  ${media.phone} {
    ${media.tall} {
      max-height: calc(100dvh - ${space(36)});
    }
  }
`;
const Scroll = styled.div`
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;

  /* The panel is the frame of the empty state. */
  > div:not([role], [aria-busy]) { padding-block: ${space(5)}; border: 0; }
`;
const Foot = styled(Row)`
  padding-top: ${space(2)};
  border-top: 2px dashed ${color.line};
`;

export default function NotificationPanel({ id, role }: { id: string; role: Role }) {
  const query = useNewest();
  const readAll = useReadAll();
  const { rows: [newest] = [], unread = 0 } = query.data ?? {};
  return (
    <Frame id={id} aria-label={t('Notifications')}>
      <Row justify="space-between" gap={2}>
        <h2>{t('Notifications')}</h2>
        {newest && unread > 0 && (
          <Button variant="quiet" size="small" busy={readAll.isRunning} onClick={() => void readAll.run(newest)}>
            {t('Mark all as read')}
          </Button>
        )}
      </Row>
      <Scroll>
        <NotificationList query={query} role={role} placeholders={4} />
      </Scroll>
      <Foot justify="center">
        <Link to="/dashboard/notifications">{t('See all notifications')}</Link>
      </Foot>
    </Frame>
  );
}
