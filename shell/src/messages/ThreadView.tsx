import type { OpenThread } from '@piecework/contracts';
import { THREAD_DAYS } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Empty, Failure, Notice, Skeleton, Stack } from '@piecework/ui';
import { color, font, quietText, space, text } from '@piecework/ui/styles';
import { call } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { refresh, useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { useEffect, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { Composer } from './Composer';
import { MessageList } from './MessageList';

const Head = styled.header`
  padding-bottom: ${space(3)};
  border-bottom: 2px dashed ${color.line};

  h2 {
    margin: 0;
    font: 600 ${text.h3} / 1.25 ${font.head};
    overflow-wrap: anywhere;
  }
  p {
    ${quietText}
    margin: ${space(1)} 0 0;
    overflow-wrap: anywhere;
  }
`;

const onVisibilityChange = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const useIsVisible = () => useSyncExternalStore(onVisibilityChange, () => !document.hidden);

/** What is on a visible screen is read. */
const useMarkRead = ({ _id: id, unread, messages }: Pick<OpenThread, '_id' | 'unread' | 'messages'>) => {
  const isVisible = useIsVisible();
  useEffect(() => {
    if (!isVisible || unread === 0) return;
    void call('PATCH /threads/{id}', { params: { id }, body: { read: messages } }).then(
      () => refresh('GET /threads', 'GET /threads/{id}'),
      // It stays unread.
      () => undefined,
    );
  }, [id, isVisible, unread, messages]);
};

const taskPathOf = ({ side, taskId }: OpenThread): string =>
  `/dashboard/${side === 'worker' ? 'workerTaskList' : 'buyerTask'}/${encodeURIComponent(taskId)}`;

export function ThreadView({ id }: { id: string }) {
  const { data, error, refetch } = useApiQuery('GET /threads/{id}', { params: { id } });
  if (data) return <Thread thread={data} />;
  if (error?.status === 404)
    return (
      <Empty
        title={t('We couldn’t find this thread')}
        text={t('You can write about a task once you hold a place in it or have submitted to it.')}
      />
    );
  if (error) return <Failure text={error.message} onRetry={() => void refetch()} />;
  return (
    <div aria-busy>
      <Skeleton shape="text" />
      <Skeleton shape="row" count={4} />
    </div>
  );
}

function Thread({ thread }: { thread: OpenThread }) {
  useMarkRead(thread);
  const { otherName, taskTitle, openUntil, end } = thread;
  return (
    <Stack gap={4}>
      <Head>
        <h2 translate="no">{otherName}</h2>
        <p>
          <span>{t('About the task')}</span> <Link to={taskPathOf(thread)}>{taskTitle}</Link>
        </p>
      </Head>
      <MessageList thread={thread} />
      {end ? (
        <Notice tone="info">
          {end === 'over'
            ? t('This thread has ended: it closes {count} days after the last decision. You can still read it.', {
                count: THREAD_DAYS,
              })
            : t('This thread is closed. You can still read it.')}
        </Notice>
      ) : (
        <Composer thread={thread} />
      )}
      {openUntil && (
        <Until>
          <span>{t('You can write here until:')}</span> <Moment at={openUntil} />
        </Until>
      )}
    </Stack>
  );
}

const Until = styled.p`
  ${quietText}
  margin: 0;
`;
