import { appealRule, maxUnits } from '@piecework/contracts/field-rules';
import { t } from '@piecework/i18n';
import { TextArea } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS, session } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';

/** P-1.28. */
export default function AppealDialog({ onClose }: { onClose(): void }) {
  const form = useForm({ defaultValues: { text: '' } });
  const submission = useSubmit(form, async ({ text }) => {
    await call('POST /suspension/appeal', { body: { text: text.trim() } });
    onClose();
    await session.reload();
    await dialogs.success({
      title: t('Appeal sent'),
      text: t('Another admin will read it. We’ll notify you of the decision.'),
      ms: MESSAGE_MS.medium,
    });
  });
  return (
    <FormDialog
      title={t('Appeal the suspension')}
      confirmText={t('Send appeal')}
      submission={submission}
      onClose={onClose}
    >
      <p>{t('Another admin than the one who suspended your account decides. You can appeal once.')}</p>
      <TextArea
        label={t('Your appeal')}
        hint={t('Say what happened, in {min} to {max} characters.', { min: appealRule.min, max: appealRule.max })}
        rows={6}
        maxLength={maxUnits(appealRule)}
        {...fieldOf(form, 'text', appealRule)}
      />
    </FormDialog>
  );
}
