import { isoTime } from '@piecework/base';
import type { Sheet } from '@piecework/service-runtime';
import type { SubmissionDocument } from './submission.store';
import { picturesOf, type Shown } from './submission.views';

const COLUMNS = [
  ...(['submission', 'worker', 'email', 'status', 'submitted', 'pay'] as const),
  ...(['decided by', 'decided', 'reason', 'reason text', 'details', 'attachments'] as const),
];

export const submissionSheet = (settings: Shown): Sheet<SubmissionDocument, (typeof COLUMNS)[number]> => ({
  columns: COLUMNS,
  amounts: ['pay'],
  cellsOf: (row) => ({
    submission: row._id,
    worker: row.workerName,
    email: row.workerEmail,
    status: row.status,
    submitted: isoTime(row.createdAt),
    pay: row.payable,
    'decided by': row.decidedBy ?? '',
    decided: row.decidedAt === undefined ? '' : isoTime(row.decidedAt),
    reason: row.reason?.code ?? '',
    'reason text': row.reason?.text ?? '',
    details: row.details,
    attachments: picturesOf(row, settings).attachments?.join(' ') ?? '',
  }),
});
