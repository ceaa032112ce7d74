export { ReportButton, type ReportOption } from './ReportButton';
