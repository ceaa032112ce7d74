import type { ReportCase } from '@piecework/contracts';
import type { ReportOutcome, ReportReason } from '@piecework/contracts/constants';

export const REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  scam: 'Scam, or a fee is requested',
  credentials: 'Passwords, codes or card data are requested',
  'fake-reviews': 'Fake reviews or followers',
  illegal: 'Illegal, or for adults only',
  harassment: 'Insults or threats',
  'wrong-pay': 'Wrong pay',
  other: 'Other',
};

export const OUTCOME_LABELS: Readonly<Record<ReportOutcome, string>> = {
  nothing: 'Nothing against the rules',
  unfounded: 'False report',
  warn: 'Warn the person',
  'pause-task': 'Pause the task',
  'close-task': 'Close the task',
  suspend: 'Suspend the account',
};

/** What happens, before the decision. */
export const OUTCOME_EFFECTS: Readonly<Record<ReportOutcome, string>> = {
  nothing: 'Nothing changes. The report was honest, and doesn’t count against its reporter.',
  unfounded: 'Nothing changes. The report counts as false in the record of its reporter.',
  warn: 'The person is notified, also by email, with the reason.',
  'pause-task':
    'The task takes no new work until an admin resumes it in Manage Task. Held places and pending submissions go on, and its coins stay set aside. The buyer reads the reason.',
  'close-task':
    'The task closes for good, and the coins of its open places return to the buyer. Held places and pending submissions go on. The buyer is warned with the reason.',
  suspend:
    'The person can then only sign in, read and appeal. Their open tasks are paused, and the places they hold are released.',
};

const SUBJECTS = { task: 'Task', submission: 'Submission for', person: 'Person' } as const;

export const subjectOf = ({ subject, title = '', owner }: ReportCase): string =>
  `${SUBJECTS[subject.type]}: ${subject.type === 'person' ? owner.userName : title}`;
