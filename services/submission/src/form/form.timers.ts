import { expiry } from '@piecework/service-runtime';
import { forms, UNUSED_FORM_MS } from './form.store';

/** Forms of tasks that were declined or never posted. */
export const unusedForms = expiry({
  name: 'unused-forms',
  of: forms,
  deadline: 'unusedSince',
  after: UNUSED_FORM_MS,
  waitsForEvents: true,
});
