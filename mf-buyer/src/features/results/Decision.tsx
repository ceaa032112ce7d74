import type { Submission } from '@piecework/contracts';
import { withNodes } from '@piecework/i18n';
import { Moment } from '@piecework/web-kit/moment';

const textOf = ({ status, decidedBy, decidedAt, reason }: Submission): string => {
  const verb = status === 'approved' ? 'Approved' : 'Rejected';
  const on = decidedAt ? ' on {when}' : '';
  if (decidedBy === 'buyer') return `${verb} by you${on}`;
  if (decidedBy === 'admin') return `${verb} by an admin${on}, after an appeal`;
  if (decidedBy === 'departure') return `${verb}${on} because an account was closed or changed roles`;
  if (decidedBy !== 'deadline') return `${verb}${on}`;
  return reason?.code === 'overdue'
    ? `${verb} automatically${on} because the revision didn’t arrive in time`
    : `${verb} automatically${on} because your review time ran out`;
};

export const Decision = ({ submission }: { submission: Submission }) => {
  const { status, decidedAt } = submission;
  if (status === 'pending') return null;
  return <span>{withNodes(textOf(submission), { when: decidedAt && <Moment at={decidedAt} /> })}</span>;
};

export const appealText = ({ appeal }: Submission): string => {
  if (!appeal) return '';
  if (appeal.state === 'open') return 'The worker appealed. An admin will decide.';
  if (appeal.state === 'dismissed') return 'An admin dismissed the worker’s appeal. The rejection stands.';
  return appeal.paidBy === 'platform'
    ? 'An admin upheld the worker’s appeal. Piecework paid, so it cost you nothing.'
    : 'An admin upheld the worker’s appeal and paid from an open place of this task.';
};
