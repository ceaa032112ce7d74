import {
  MAX_SUSPENSION_DAYS,
  SUSPENSION_REASONS,
  type SuspensionReason,
  suspensionSentence,
} from '@piecework/contracts/constants';
import { maxUnits, requiredFault, suspensionTextRule } from '@piecework/contracts/field-rules';
import { DateField, SelectField, TextArea } from '@piecework/ui';
import { serverNow } from '@piecework/web-kit';
import { fieldOf, type UseFormReturn } from '@piecework/web-kit/forms';
import { SUSPENSION_LABELS } from './suspension-labels';

const REASONS = SUSPENSION_REASONS.map((value) => ({ value, label: SUSPENSION_LABELS[value] ?? value }));
const ENDS = [
  { value: '', label: 'Not automatically' },
  { value: '1', label: 'After 1 day' },
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: 'date', label: 'On a date' },
];
/** Milliseconds. */
const DAY = 86_400_000;

export interface SuspensionValues {
  reasonCode: SuspensionReason | '';
  text: string;
  end: string;
  until: string;
}

/** Milliseconds since 1970: of a chosen day its end, by the clock of the admin. */
const endOf = ({ end, until }: Pick<SuspensionValues, 'end' | 'until'>): number | undefined => {
  if (end === '') return undefined;
  return end === 'date' ? new Date(`${until}T23:59:59`).getTime() : serverNow() + Number(end) * DAY;
};

const dateFault = (values: Pick<SuspensionValues, 'end' | 'until'>): string | null => {
  if (values.end !== 'date') return null;
  const end = endOf(values) ?? Number.NaN;
  if (Number.isNaN(end)) return requiredFault('Last day');
  if (end <= serverNow()) return 'Last day must be today or later';
  return end > serverNow() + MAX_SUSPENSION_DAYS * DAY ? `Last day must be within ${MAX_SUSPENSION_DAYS} days` : null;
};

export const NO_SUSPENSION: SuspensionValues = { reasonCode: '', text: '', end: '', until: '' };

/** As the call takes it; undefined without a reason. */
export const suspensionOf = ({ reasonCode, text, ...end }: SuspensionValues) => {
  if (!reasonCode) return undefined;
  const until = endOf(end);
  return { reasonCode, text: text.trim(), ...(until !== undefined && { until: new Date(until).toISOString() }) };
};

/** P-1.27. */
export function SuspensionFields({ form }: { form: UseFormReturn<SuspensionValues> }) {
  const code = form.watch('reasonCode');
  const hasDate = form.watch('end') === 'date';
  return (
    <>
      <SelectField
        label="Reason"
        hint={code ? `They see: “${suspensionSentence(code)}”` : 'They see this as a sentence.'}
        options={[{ value: '', label: 'Choose a reason' }, ...REASONS]}
        {...fieldOf(form, 'reasonCode', undefined, { validate: (chosen) => chosen !== '' || requiredFault('Reason') })}
      />
      <TextArea
        label="Explanation"
        hint={`They read this. Say what happened, in ${suspensionTextRule.min} to ${suspensionTextRule.max} characters.`}
        rows={4}
        maxLength={maxUnits(suspensionTextRule)}
        {...fieldOf(form, 'text', suspensionTextRule)}
      />
      <SelectField label="Ends" options={ENDS} {...fieldOf(form, 'end')} />
      {hasDate && (
        <DateField
          label="Last day"
          {...fieldOf(form, 'until', undefined, { validate: (until, { end }) => dateFault({ end, until }) ?? true })}
        />
      )}
    </>
  );
}
