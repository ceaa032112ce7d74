import { NumberField } from '@piecework/ui';
import { fieldOf } from '@piecework/web-kit/forms';
import { draftRules } from './batch-draft';
import type { BatchForm } from './useBatchForm';

export const PilotField = ({ form }: { form: BatchForm }) => (
  <NumberField
    label="Start with a pilot of … pages (optional)"
    hint="Only so many pages are offered at first. You look at the answers, correct the texts if needed, and offer the other pages. Leave it empty to offer all pages right away."
    {...fieldOf(form, 'pilotPages', draftRules.pilotPages)}
  />
);
