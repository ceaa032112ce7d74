import type { Message, OpenThread } from '@piecework/contracts';
import { t } from '@piecework/i18n';
import { Button, Failure, formatDate, Row, Skeleton, Thumbnails, VisuallyHidden } from '@piecework/ui';
import { color, plainList, quietText, radius, space } from '@piecework/ui/styles';
import { imageSrc, onLive, useServerNow } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { useApiList } from '@piecework/web-kit/query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

/** Messages that are shown at first, and with each "Show earlier messages". */
const STEP = 30;

const Scroll = styled.div`
  max-height: max(16rem, 55dvh);
  padding: ${space(1)};
  overflow-y: auto;
  overscroll-behavior: contain;
`;
const List = styled.ol`
  ${plainList}
  display: grid;
  gap: ${space(3)};
`;
const Day = styled.li`
  ${quietText}
  display: flex;
  gap: ${space(3)};
  align-items: center;

  &::before, &::after { flex: 1; border-top: 2px dashed ${color.line}; content: ''; }
`;
/** The own ones are at the end of the line, and the name says whose it is. */
const Bubble = styled.li<{ $isOwn: boolean }>`
  display: grid;
  gap: ${space(2)};
  width: fit-content;
  max-width: min(85%, 60ch);
  margin-inline-start: ${({ $isOwn }) => ($isOwn ? 'auto' : 0)};
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${({ $isOwn }) => ($isOwn ? color.primarySoft : color.surface)};

  p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
const By = styled.span`
  ${quietText}
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(2)};

  b { color: ${color.ink}; overflow-wrap: anywhere; }
  /* Large text on a phone. */
  && time { white-space: normal; }
`;

const DAY_MS = 86_400_000;
const dayOf = (at: number): string => {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
const dayWords = (day: string, now: number): string => {
  if (day === dayOf(now)) return t('Today');
  return day === dayOf(now - DAY_MS) ? t('Yesterday') : formatDate(day);
};

/** For screen readers: what arrives while the thread is open. */
const useAnnouncement = ({ _id, side, otherName }: OpenThread): string => {
  const [last, setLast] = useState<number>();
  useEffect(
    () =>
      onLive('message', ({ threadId, number, by }) => {
        if (threadId === _id && by !== side && number !== undefined) setLast(number);
      }),
    [_id, side],
  );
  return last === undefined ? '' : t('New message from {name} ({number})', { name: otherName, number: last });
};

export function MessageList({ thread }: { thread: OpenThread }) {
  const { _id: id, otherName } = thread;
  const [limit, setLimit] = useState(STEP);
  const { data, error, refetch, isFetching } = useApiList('GET /threads/{id}/messages', {
    params: { id },
    query: { limit },
  });
  const now = useServerNow();
  const announcement = useAnnouncement(thread);
  const scroll = useRef<HTMLDivElement>(null);
  const newest = data?.rows[0]?.number;
  // The newest is at the end. Earlier ones that are added above move nothing.
  useEffect(() => {
    const frame = scroll.current;
    if (frame && newest !== undefined) frame.scrollTop = frame.scrollHeight;
  }, [newest]);
  if (!data)
    return error ? (
      <Failure text={error.message} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy>
        <Skeleton shape="row" count={4} />
      </div>
    );
  const oldestFirst = [...data.rows].reverse();
  return (
    <div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {oldestFirst.length === 0 ? (
        <p>{t('Nothing has been written yet. Ask about the task, or say what you need.')}</p>
      ) : (
        // Keys scroll it.
        <Scroll ref={scroll} tabIndex={0} role="region" aria-label={t('Messages with {name}', { name: otherName })}>
          {data.total > data.rows.length && (
            <Row justify="center">
              <Button variant="quiet" size="small" busy={isFetching} onClick={() => setLimit(limit + STEP)}>
                {t('Show earlier messages')}
              </Button>
            </Row>
          )}
          <List>
            {oldestFirst.map((message, at) => {
              const day = dayOf(Date.parse(message.time));
              const before = oldestFirst[at - 1];
              const isFirstOfDay = !before || dayOf(Date.parse(before.time)) !== day;
              return (
                <Fragment key={message._id}>
                  {isFirstOfDay && (
                    <Day>
                      <span>{dayWords(day, now)}</span>
                    </Day>
                  )}
                  <OneMessage message={message} otherName={otherName} />
                </Fragment>
              );
            })}
          </List>
        </Scroll>
      )}
    </div>
  );
}

function OneMessage({ message, otherName }: { message: Message; otherName: string }) {
  const { isOwn, text, attachments, time } = message;
  return (
    <Bubble $isOwn={isOwn}>
      <By>
        {isOwn ? <b>{t('You')}</b> : <b translate="no">{otherName}</b>}
        <Moment at={time} />
      </By>
      <p>{text}</p>
      {attachments && (
        <Thumbnails
          label={t('Picture of the message')}
          pictures={attachments.map((url) => ({ src: imageSrc(url, 320), whole: imageSrc(url) }))}
        />
      )}
    </Bubble>
  );
}
