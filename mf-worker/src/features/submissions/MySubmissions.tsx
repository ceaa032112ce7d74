import type { Submission } from '@piecework/contracts';
import { SUBMISSION_PAGE_SIZE } from '@piecework/contracts/constants';
import { localDigits, msg, t, translated, withNodes } from '@piecework/i18n';
import {
  DataTable,
  Email,
  Empty,
  ListTools,
  Page,
  Pager,
  Row,
  RowButton,
  Segmented,
  VisuallyHidden,
} from '@piecework/ui';
import { color, quietText, space } from '@piecework/ui/styles';
import { onLive, usePageTitle, useServerNow } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { tableState } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { type ReactElement, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { translatedOptions } from '../../options';
import { TASKS } from '../../paths';
import { SubmissionDialog } from './SubmissionDialog';
import { buyerName, payment, status, taskName } from './submission-columns';
import { appealTimeLeft, isSentBack } from './submission-state';
import { type Filter, useSubmissions } from './useSubmissions';

/** In rem: narrower, long titles would break one word per line. */
const CARDS_BELOW = 48;

const FILTERS: { value: Filter; label: string }[] = [
  { value: 'all', label: msg('All') },
  { value: 'pending', label: msg('Pending') },
  { value: 'approved', label: msg('Approved') },
  { value: 'reject', label: msg('Rejected') },
];

export default function MySubmissions() {
  usePageTitle(t('My Submissions'));
  const { query, filter, page, pages, rows, count, total, opened, show, goTo } = useSubmissions();
  const [openId, setOpenId] = useState<string | undefined>(opened);
  return (
    <Page title={t('My Submissions')} count={count}>
      <ListTools>
        <Segmented label={t('Show')} options={translatedOptions(FILTERS)} value={filter} onChange={show} />
      </ListTools>
      <DataTable
        caption={t('Your submissions, newest first, page {page}', { page })}
        columns={columnsWith(setOpenId)}
        rows={rows}
        rowKey={(row) => row._id}
        {...tableState(query)}
        empty={<NoSubmissions filter={filter} />}
        cardsBelow={CARDS_BELOW}
      />
      {total !== undefined && pages > 1 && (
        <Row justify="space-between">
          <Pager page={page} pages={pages} onPage={goTo} label={t('Submissions')} />
          <Range>
            {t('{first}–{last} of {total}', {
              first: (page - 1) * SUBMISSION_PAGE_SIZE + 1,
              last: Math.min(page * SUBMISSION_PAGE_SIZE, total),
              total,
            })}
          </Range>
        </Row>
      )}
      <StatusAnnouncer />
      <SubmissionDialog submission={rows.find((row) => row._id === openId)} onClose={() => setOpenId(undefined)} />
    </Page>
  );
}

const columnsWith = (onOpen: (id: string) => void) => [
  {
    ...taskName(),
    cell: (row: Submission) => (
      <>
        <RowButton onClick={() => onOpen(row._id)}>
          <span>{row.taskTitle}</span>
        </RowButton>
        {row.page !== undefined && <Note>{t('Page {page}', { page: row.page })}</Note>}
        <NextStepNote submission={row} />
      </>
    ),
  },
  buyerName(),
  {
    id: 'email',
    head: t('Buyer Email'),
    width: '13.5rem',
    cell: (row: Submission) => <Email address={row.buyerEmail} />,
  },
  { id: 'date', head: t('Submitted'), cell: (row: Submission) => localDigits(row.submissionDate) },
  payment(),
  status(),
];

const EMPTY_TEXTS: Record<Filter, { title: string; text: string }> = {
  all: {
    title: msg('No submissions yet'),
    text: msg('Choose a task and submit your work. You can track its status here.'),
  },
  pending: { title: msg('No pending submissions'), text: msg('All your submissions have been reviewed.') },
  approved: {
    title: msg('No approved submissions yet'),
    text: msg('Approved submissions appear here with the coins they earned.'),
  },
  reject: { title: msg('No rejected submissions'), text: msg('Keep up the good work!') },
};

const NoSubmissions = ({ filter }: { filter: Filter }) => (
  <Empty
    title={translated(EMPTY_TEXTS[filter].title)}
    text={translated(EMPTY_TEXTS[filter].text)}
    seed={`submissions-${filter}`}
    action={<LinkButton to={TASKS} label={t('Find a task')} />}
  />
);

const Range = styled.span`
  color: ${color.soft};
  font-variant-numeric: tabular-nums;
`;

/** For screen readers, which do not notice the changed row. */
const StatusAnnouncer = () => {
  const [announcement, setAnnouncement] = useState('');
  useEffect(
    () =>
      onLive('submission', ({ taskTitle, payable, status, change, bonus }) => {
        if (change === 'sent-back') setAnnouncement(t('“{taskTitle}” needs a revision.', { taskTitle }));
        else if (change === 'appeal-dismissed')
          setAnnouncement(t('Your appeal for “{taskTitle}” was dismissed.', { taskTitle }));
        else if (bonus !== undefined) setAnnouncement(t('You got a bonus for “{taskTitle}”.', { taskTitle }));
        else if (change === 'appealed' || change === 'resubmitted') return;
        else if (status === 'approved')
          setAnnouncement(t('“{taskTitle}” was approved: {payable} coins.', { taskTitle, payable }));
        else if (status === 'reject') setAnnouncement(t('“{taskTitle}” was rejected.', { taskTitle }));
      }),
    [],
  );
  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>;
};

/** The worker's possible action and its deadline, in a row of the list. */
const NextStepNote = ({ submission }: { submission: Submission }) => {
  const note = noteOf(submission, useServerNow());
  return note && <Note>{note}</Note>;
};

const APPEALS = {
  open: msg('Appeal under review'),
  upheld: msg('Appeal upheld'),
  dismissed: msg('Appeal dismissed'),
} as const;

const noteOf = (submission: Submission, now: number): ReactElement | string | undefined => {
  const { appeal, revision } = submission;
  if (isSentBack(submission) && revision) {
    return Date.parse(revision.dueAt) > now
      ? withNodes(t('Revise by {when}'), { when: <Moment at={revision.dueAt} form="both" /> })
      : t('Revision requested');
  }
  if (submission.status === 'pending' && submission.autoApproveAt) {
    return Date.parse(submission.autoApproveAt) > now
      ? withNodes(t('Paid by {when}'), { when: <Moment at={submission.autoApproveAt} form="both" /> })
      : t('Paid any moment now');
  }
  if (submission.reversal?.state === 'made') return t('Approved after all');
  if (appeal) return translated(APPEALS[appeal.state]);
  const { appealUntil } = submission;
  if (!appealUntil || appealTimeLeft(submission, now) === undefined) return undefined;
  return withNodes(t('Appeal by {when}'), { when: <Moment at={appealUntil} form="both" /> });
};

const Note = styled.span`
  ${quietText}
  display: block;
  margin-top: ${space(2)};
  font-weight: 400;
`;
