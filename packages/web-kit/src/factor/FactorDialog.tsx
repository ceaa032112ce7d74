import { factorCodeRule } from '@piecework/contracts/field-rules';
import { t } from '@piecework/i18n';
import { TextField } from '@piecework/ui';
import type { FactorRequest } from '@piecework/web-kit';
import { useEffect } from 'react';
import { FormDialog, fieldOf, useForm, useSubmit } from '../forms';

export default function FactorDialog({ request }: { request: FactorRequest }) {
  const form = useForm({ defaultValues: { factorCode: '' } });
  const { setFocus } = form;
  // A dialog focuses its first button, which closes it.
  useEffect(() => setFocus('factorCode'), [setFocus]);
  const submission = useSubmit(form, ({ factorCode }) => request.give(factorCode));
  return (
    <FormDialog
      title={t('Confirm it’s you')}
      confirmText={t('Confirm')}
      submission={submission}
      onClose={request.cancel}
    >
      <TextField
        label={t('Code')}
        hint={t('Open your authenticator app and enter the code for Piecework. A recovery code works too.')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'factorCode', factorCodeRule)}
      />
    </FormDialog>
  );
}
