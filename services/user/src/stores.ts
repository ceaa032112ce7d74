export { mailLinks } from './identity/identity.store';
export { type PersonNote, personNotes } from './note/note.store';
export { type ReportCaseDocument, reportCases, reporterTally } from './report/report.store';
export { type SuspensionDocument, suspensions } from './suspension/suspension.store';
export type { UserRecord } from './user/user';
export { testimonials, users } from './user/user.store';
export { userTally } from './user/user.tally';
