import { NOTIFICATION_DAYS } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Button, Page, Pager, Segmented, Skeleton } from '@piecework/ui';
import { loadable, usePageTitle, useUser } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams, usePages } from '@piecework/web-kit/list';
import { useNotifications } from '@piecework/web-kit/query';
import { NotificationList } from './NotificationList';
import { useNewest, useReadAll } from './use-reading';

const EmailSettings = loadable(() => import('./EmailSettings'), <Skeleton shape="row" count={6} />);

const views = () =>
  [
    { value: 'all', label: t('All') },
    { value: 'unread', label: t('Unread') },
    { value: 'email', label: t('By email') },
  ] as const;

/** P-17.6, P-17.8. */
export default function NotificationsPage() {
  const { userRole: role } = useUser();
  usePageTitle(t('Notifications'));
  const params = useListParams(LONG_PAGE_SIZE);
  const view = params.oneOf('show', ['unread', 'email'] as const) ?? 'all';
  const list = useNotifications({ ...(view === 'unread' && { unread: '1' as const }), ...params.range });
  const pages = usePages(params, list);
  const newest = useNewest().data;
  const readAll = useReadAll();
  const [first] = newest?.rows ?? [];
  return (
    <Page
      title={t('Notifications')}
      count={list.data?.total}
      lead={t('Updates on your work and money. Each is kept for {count} days.', { count: NOTIFICATION_DAYS })}
      actions={
        <Button
          variant="secondary"
          icon="check"
          // Always there: on a phone it would move the list.
          aria-disabled={!newest?.unread}
          busy={readAll.isRunning}
          onClick={() => void (first && readAll.run(first))}
        >
          {t('Mark all as read')}
        </Button>
      }
    >
      <div>
        <Segmented
          label={t('Show')}
          options={views()}
          value={view}
          onChange={(value) => params.change({ show: value === 'all' ? '' : value })}
        />
      </div>
      {view === 'email' ? (
        <EmailSettings role={role} />
      ) : (
        <>
          <NotificationList query={list} role={role} placeholders={6} seed="notifications" />
          <Pager label={t('Notifications')} page={params.page} pages={pages} onPage={params.goTo} />
        </>
      )}
    </Page>
  );
}
