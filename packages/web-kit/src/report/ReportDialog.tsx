import { REPORT_REASONS, type ReportAbout, type ReportReason } from '@piecework/contracts/constants';
import { maxUnits, reportTextFault, reportTextRule } from '@piecework/contracts/field-rules';
import { msg, t, translated } from '@piecework/i18n';
import { RadioCards, TextArea } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import type { Reportable } from './report-option';

const REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  scam: msg('It’s a scam, or asks for a fee'),
  credentials: msg('It asks for passwords, codes or card data'),
  'fake-reviews': msg('It’s about fake reviews or followers'),
  illegal: msg('It’s illegal, or for adults only'),
  harassment: msg('It insults or threatens people'),
  'wrong-pay': msg('The pay is wrong'),
  other: msg('Something else'),
};

interface Values {
  about: ReportAbout | '';
  reasonCode: ReportReason | '';
  text: string;
}

const chosen = (message: string) => ({ validate: (value: string) => value !== '' || message });

/** P-1.30. */
export default function ReportDialog({ id, options, onClose }: Reportable & { onClose(): void }) {
  const form = useForm<Values>({ defaultValues: { about: '', reasonCode: '', text: '' } });
  const submission = useSubmit(form, async ({ about, reasonCode, text }) => {
    if (!about || !reasonCode) return;
    const typed = text.trim();
    await call('POST /reports', { body: { about, id, reasonCode, ...(typed && { text: typed }) } });
    onClose();
    await dialogs.success({
      title: t('Reported'),
      text: t('Thank you. You’ll get a notification when an admin has decided.'),
      ms: MESSAGE_MS.medium,
    });
  });
  return (
    <FormDialog title={t('Report')} confirmText={t('Send report')} submission={submission} onClose={onClose}>
      <p>{t('An admin looks at it and decides. The person you report doesn’t see who reported it.')}</p>
      <RadioCards
        label={t('What do you report?')}
        options={options.map(({ about, label }) => ({ value: about, label }))}
        {...fieldOf(form, 'about', undefined, chosen(t('Please choose what you report')))}
      />
      <RadioCards
        label={t('What’s wrong?')}
        options={REPORT_REASONS.map((value) => ({ value, label: translated(REASON_LABELS[value]) }))}
        {...fieldOf(form, 'reasonCode', undefined, chosen(t('Please choose a reason')))}
      />
      <TextArea
        label={t('What happened?')}
        hint={t('Optional, unless you choose “Something else”. Only admins read it.')}
        rows={4}
        maxLength={maxUnits(reportTextRule)}
        {...fieldOf(form, 'text', undefined, {
          validate: (typed, { reasonCode }) => {
            const fault = reportTextFault(reasonCode, typed);
            return fault === null || translated(fault);
          },
        })}
      />
    </FormDialog>
  );
}
