import { TITLE_LENGTH } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Button, FormActions, FormCard, Notice, TextField } from '@piecework/ui';
import { call } from '@piecework/web-kit';
import { useForm, useSubmit } from '@piecework/web-kit/forms';
import type { MadeKey } from './NewKey';

const nameRules = () => ({
  validate: (name: string) => name.trim() !== '' || t('Name is required'),
  maxLength: {
    value: TITLE_LENGTH,
    message: t('Name must be at most {count} characters', { count: TITLE_LENGTH }),
  },
});

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
        error={form.formState.errors.name?.message}
        {...form.register('name', nameRules())}
      />
      <FormActions>
        <Button variant="primary" type="submit" icon="add" busy={isSending}>
          {t('Create key')}
        </Button>
      </FormActions>
    </FormCard>
  );
}
