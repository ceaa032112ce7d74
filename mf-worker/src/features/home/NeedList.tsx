import type { Reservation } from '@piecework/contracts';
import { plural, t, withNodes } from '@piecework/i18n';
import { Button, Card, Icon } from '@piecework/ui';
import { color, media, space } from '@piecework/ui/styles';
import { loadable, useServerNow } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { Moment } from '@piecework/web-kit/moment';
import { type ReactElement, useId } from 'react';
import { styled } from 'styled-components';
import { submissionPath, taskPath, workPath } from '../../paths';
import { failureOf } from '../withdrawals/payout-texts';
import type { Need } from './needs';

/** As large as what it stands for. */
const CorrectNumberSoon = () => (
  <Button size="small" icon="edit" busy>
    {t('Correct account number')}
  </Button>
);

/** Loaded only for a failed payout. */
const CorrectNumber = loadable(() => import('../withdrawals/CorrectNumber'), <CorrectNumberSoon />);

/** One row per need, with its action. */
export const NeedList = ({ needs }: { needs: readonly Need[] }) => (
  <List>
    {needs.map((need) => (
      <NeedRow key={keyOf(need)} need={need} />
    ))}
  </List>
);

const keyOf = (need: Need): string => {
  if (need.kind === 'payout') return need.withdrawal._id;
  return need.kind === 'place' ? need.reservation._id : need.kind;
};

const NeedRow = ({ need }: { need: Need }) => {
  const textId = useId();
  const isFailed = need.kind === 'payout';
  return (
    <Item data-failed={isFailed || undefined}>
      <Icon name={isFailed ? 'alert' : 'clock'} />
      <Sentence id={textId}>{sentenceOf(need, useServerNow())}</Sentence>
      {isFailed ? <CorrectNumber withdrawal={need.withdrawal} /> : <NextStep need={need} describedBy={textId} />}
    </Item>
  );
};

const NextStep = ({ need, describedBy }: { need: Exclude<Need, { kind: 'payout' }>; describedBy: string }) => {
  const [to, label] =
    need.kind === 'place'
      ? placeLink(need.reservation)
      : need.kind === 'revision'
        ? [submissionPath('pending', need), t('See what to improve')]
        : [submissionPath('reject', need), t('See the rejection')];
  return <LinkButton to={to} variant="secondary" size="small" aria-describedby={describedBy} label={label} />;
};

const placeLink = ({ taskId, page }: Reservation): [to: string, label: string] =>
  page === undefined ? [taskPath(taskId), t('Submit your work')] : [workPath(taskId), t('Continue')];

const sentenceOf = (need: Need, now: number): ReactElement | string => {
  if (need.kind === 'payout') return failureOf(need.withdrawal);
  if (need.kind === 'place') return withNodes(heldText(Date.parse(need.by) - now), { task: titleOf(need.reservation) });
  const { count, first, by } = need;
  const when = <Moment at={by} form="both" />;
  if (need.kind === 'revision')
    return withNodes(plural(count, 'Revise {count} submission by {when}.', 'Revise {count} submissions by {when}.'), {
      when,
    });
  return count === 1
    ? withNodes(t('Last day to appeal the rejection of {task}: by {when}.'), { task: titleOf(first), when })
    : withNodes(t('Last day to appeal {count} rejections: the first by {when}.', { count }), { when });
};

const titleOf = ({ taskTitle }: { taskTitle: string }) => <Title title={taskTitle}>{taskTitle}</Title>;

const MINUTE_MS = 60_000;

/** Hours are not rounded up: a worker must not come late. */
const heldText = (left: number): string => {
  const minutes = Math.max(1, Math.round(left / MINUTE_MS));
  return minutes < 120
    ? plural(
        minutes,
        'Your place in {task} is held for {count} more minute.',
        'Your place in {task} is held for {count} more minutes.',
      )
    : t('Your place in {task} is held for {count} more hours.', { count: Math.floor(minutes / 60) });
};

const List = styled(Card).attrs({ as: 'ul', flush: true })`
  margin: 0;
  list-style: none;
`;

const Item = styled.li`
  --tone: ${color.marigold};
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: ${space(2)} ${space(3)};
  align-items: center;
  min-height: 60px;
  padding: ${space(2)} ${space(4)};
  border-inline-start: 4px solid var(--tone);

  &[data-failed] { --tone: ${color.madder}; background: ${color.madderBg}; }
  & + & { border-top: 1px solid ${color.line}; }
  > svg { color: var(--tone); }

  ${media.phone} {
    align-items: start;
    padding: ${space(3)} ${space(4)};

    > :last-child { grid-column: 2; justify-self: start; }
  }
`;

const Sentence = styled.span`
  overflow-wrap: anywhere;
`;

/** However long, it takes one line of a sentence, on a phone two. */
const Title = styled.strong`
  display: -webkit-inline-box;
  max-width: min(100%, 24rem);
  overflow: hidden;
  vertical-align: bottom;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;

  /* Up to its end: a long word that did not fit would leave a gap. */
  ${media.tablet} { -webkit-line-clamp: 1; word-break: break-all; }
`;
