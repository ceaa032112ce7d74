import type { ReportAbout } from '@piecework/contracts/constants';

export interface ReportOption {
  about: ReportAbout;
  label: string;
}

export interface Reportable {
  /** Of the task, or of the submission. */
  id: string;
  /** What of it can be reported. */
  options: readonly ReportOption[];
}
