import { nameRule } from '@piecework/contracts/field-rules';
import { t } from '@piecework/i18n';
import { Button, FormActions, FormCard, Notice, TextField } from '@piecework/ui';
import { call } from '@piecework/web-kit';
import { fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import type { MadeKey } from './NewKey';

export function MakeKey({ onMade }: { onMade: (key: MadeKey) => void }) {
  const form = useForm({ defaultValues: { name: '' } });
  const { onSubmit, isSending, failure } = useSubmit(form, async (values) => {
    const name = values.name.trim();
    onMade({ name, ...(await call('POST /api-keys', { body: { name } })) });
  });
  return (
    <FormCard onSubmit={onSubmit} aria-label={t('New API key')}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <TextField
        label={t('Name')}
        autoComplete="off"
        hint={t('Say what will use the key, such as “Nightly upload”.')}
        {...fieldOf(form, 'name', nameRule)}
      />
      <FormActions>
        <Button variant="primary" type="submit" icon="add" busy={isSending}>
          {t('Create key')}
        </Button>
      </FormActions>
    </FormCard>
  );
}
