import { tally } from '@piecework/service-runtime';
import { collection, type Document } from '@piecework/store';
import type { Report, ReportCase } from './report';

export interface ReportCaseDocument extends Document, ReportCase {}

export const reportCases = collection<ReportCaseDocument>('reportCases', [
  { key: { 'subject.id': 1, 'subject.type': 1 }, unique: true, partialFilterExpression: { state: 'open' } },
  { key: { state: 1, openedAt: 1 } },
  { key: { state: 1, decidedAt: -1 } },
  { key: { ownerId: 1, openedAt: -1 } },
]);

export interface ReportDocument extends Document, Report {}

export const reports = collection<ReportDocument>('reports', [
  { key: { caseId: 1, reporterId: 1 }, unique: true },
  { key: { reporterId: 1, at: -1 } },
]);

/** What became of the reports of a person. */
export const reporterTally = tally({
  name: 'reporters',
  of: reports,
  by: { reporter: 'reporterId' },
  fields: ['upheld', 'dismissed', 'false'],
  amounts: ({ finding }) => (finding ? { [finding]: 1 } : {}),
});
