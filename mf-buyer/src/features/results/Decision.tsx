import type { Submission } from '@piecework/contracts';
import { withNodes } from '@piecework/i18n';
import { Moment } from '@piecework/web-kit/moment';

/** Decisions of older releases have neither decider nor time. */
const textOf = ({ status, decidedBy, decidedAt, reason }: Submission): string => {
  const verb = status === 'approved' ? 'Approved' : 'Rejected';
  const on = decidedAt ? ' on {when}' : '';
  if (decidedBy === 'buyer') return `${verb} by you${on}`;
  if (decidedBy === 'admin') return `${verb} by an admin${on}, after an appeal`;
  if (decidedBy === 'departure') return `${verb}${on}, when an account changed or closed`;
  if (decidedBy !== 'deadline') return `${verb}${on}`;
  return reason?.code === 'overdue'
    ? `${verb} automatically${on}: the new version did not come in time`
    : `${verb} automatically${on}: the time for your review was over`;
};

export const Decision = ({ submission }: { submission: Submission }) => {
  const { status, decidedAt } = submission;
  if (status === 'pending') return null;
  return <span>{withNodes(textOf(submission), { when: decidedAt && <Moment at={decidedAt} /> })}</span>;
};

export const appealText = ({ appeal }: Submission): string => {
  if (!appeal) return '';
  if (appeal.state === 'open') return 'The worker has appealed. An admin decides.';
  if (appeal.state === 'dismissed') return 'The worker appealed, and the rejection stands.';
  return appeal.paidBy === 'platform'
    ? 'The worker appealed and was paid by Piecework. It cost you nothing.'
    : 'The worker appealed and was paid from a place of this task that was still open.';
};
