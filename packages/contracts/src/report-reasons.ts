/** What a report is about, as the reporter sees it: a worker reports a task or its buyer, a buyer an answer or its worker. */
export const REPORT_ABOUT = ['task', 'buyer', 'submission', 'worker'] as const;
export type ReportAbout = (typeof REPORT_ABOUT)[number];
/** What admins decide about: all reports of one subject together. */
export const REPORT_SUBJECTS = ['task', 'submission', 'person'] as const;
export type ReportSubjectType = (typeof REPORT_SUBJECTS)[number];

export const REPORT_REASONS = [
  'scam',
  'credentials',
  'fake-reviews',
  'illegal',
  'harassment',
  'wrong-pay',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
const REPORT_SENTENCES: Readonly<Record<string, string>> = {
  scam: 'People were misled, or had to pay a fee.',
  credentials: 'People had to give passwords, codes or card data.',
  'fake-reviews': 'It was about false reviews, ratings or followers.',
  illegal: 'It was illegal, or for adults only.',
  harassment: 'People were insulted or threatened.',
  'wrong-pay': 'The pay didn’t match the work.',
} satisfies Record<Exclude<ReportReason, 'other'>, string>;
/** For the person who is responsible, also for `other` and for a code of a newer server. */
export const reportSentence = (reasonCode: string): string =>
  REPORT_SENTENCES[reasonCode] ?? 'It was against the rules of Piecework.';

/**
 * `nothing`: an honest report of something within the rules. `unfounded`: a false one, which counts against its reporter. `pause-task` and
 * `close-task` are about tasks.
 */
export const REPORT_OUTCOMES = ['nothing', 'unfounded', 'warn', 'pause-task', 'close-task', 'suspend'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];
/** The responsible person reads their reason, as a sentence. */
export const needsReportReason = (outcome: ReportOutcome): boolean =>
  outcome === 'warn' || outcome === 'pause-task' || outcome === 'close-task';
export const REPORT_STATES = ['open', 'decided'] as const;
export type ReportState = (typeof REPORT_STATES)[number];
/** Characters of what a reporter writes. */
export const REPORT_TEXT_LENGTH = 1_000;
/** Reports of one case in the list of admins. */
export const MAX_SHOWN_REPORTS = 20;
/** Reports of one person in 24 hours. */
export const MAX_REPORTS_PER_DAY = 20;
/** Of one thing while its reports are open: it bounds the event of their decision. */
export const MAX_REPORTERS = 200;
