import { t } from '@piecework/i18n';
import { Button, Empty, Page } from '@piecework/ui';
import { media, space } from '@piecework/ui/styles';
import { usePageTitle, useUser } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams, usePages } from '@piecework/web-kit/list';
import { useThreads } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { ThreadList } from './ThreadList';
import { ThreadView } from './ThreadView';

/** Beside each other on a wide screen, else one after the other. */
const Panes = styled.div<{ $hasThread: boolean }>`
  display: grid;
  gap: ${space(6)};
  grid-template-columns: minmax(0, 1fr);

  > nav { display: ${({ $hasThread }) => ($hasThread ? 'none' : 'block')}; }
  > section { display: ${({ $hasThread }) => ($hasThread ? 'block' : 'none')}; }

  ${media.desk} {
    grid-template-columns: min(22rem, 40%) minmax(0, 1fr);
    align-items: start;

    > nav, > section { display: block; }
  }
`;
const Back = styled.div`
  margin-bottom: ${space(4)};

  ${media.desk} { display: none; }
`;

/** P-18.6. */
export default function MessagesPage() {
  const { userRole } = useUser();
  usePageTitle(t('Messages'));
  const params = useListParams(LONG_PAGE_SIZE);
  const id = params.get('thread');
  const list = useThreads(params.range);
  const pages = usePages(params, list);
  const isEmpty = list.data?.total === 0;
  if (isEmpty && !id)
    return (
      <Page title={t('Messages')}>
        <Empty
          title={t('No messages yet')}
          text={
            userRole === 'worker'
              ? t('Once you hold a place in a task or have submitted to it, you can ask its buyer anything about it.')
              : t('Open a submission to write to its worker.')
          }
          seed="messages"
        />
      </Page>
    );
  return (
    <Page title={t('Messages')}>
      <Panes $hasThread={id !== ''}>
        <ThreadList list={list} current={id} page={params.page} pages={pages} onPage={params.goTo} />
        <section aria-label={t('Thread')}>
          {id ? (
            <>
              <Back>
                <Button as={Link} variant="quiet" size="small" icon="previous" to="/dashboard/messages">
                  {t('All messages')}
                </Button>
              </Back>
              <ThreadView key={id} id={id} />
            </>
          ) : (
            <Empty title={t('Choose a thread')} text={t('Its messages appear here.')} seed="threads" />
          )}
        </section>
      </Panes>
    </Page>
  );
}
