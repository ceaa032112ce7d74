import { t } from '@piecework/i18n';
import { Empty } from '@piecework/ui';
import { BlocksPage } from '@piecework/web-kit/blocks';
import { LinkButton } from '@piecework/web-kit/link-button';
import { TASKS } from '../../paths';
import { BackLink } from '../tasks/BackLink';

export default function HiddenBuyers() {
  return (
    <BlocksPage
      words={{
        title: t('Hidden buyers'),
        caption: t('Buyers you hide, newest first'),
        name: t('Buyer'),
        task: t('Hidden at'),
        since: t('Since'),
        actions: t('Actions'),
        end: t('Show again'),
        endOf: ({ name }) => t('Show again: {name}', { name }),
      }}
      lead={<BackLink to={TASKS} label={t('All tasks')} />}
      intro={<span>{t('You don’t see the tasks of these buyers in your lists. They aren’t notified.')}</span>}
      empty={
        <Empty
          title={t('No hidden buyers')}
          text={t('If you don’t want to work for a buyer again, hide them on the page of one of their tasks.')}
          action={<LinkButton to={TASKS} label={t('View open tasks')} />}
        />
      }
    />
  );
}
