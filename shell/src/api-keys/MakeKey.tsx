import { TITLE_LENGTH } from '@piecework/contracts/constants';
import { Button, FormActions, FormCard, Notice, TextField } from '@piecework/ui';
import { call } from '@piecework/web-kit';
import { useForm, useSubmit } from '@piecework/web-kit/forms';
import type { MadeKey } from './NewKey';

const NAME_RULES = {
  validate: (name: string) => name.trim() !== '' || 'Name is required',
  maxLength: { value: TITLE_LENGTH, message: `Name must be at most ${TITLE_LENGTH} characters` },
};

export function MakeKey({ onMade }: { onMade: (key: MadeKey) => void }) {
  const form = useForm({ defaultValues: { name: '' } });
  const { onSubmit, isSending, failure } = useSubmit(form, async (values) => {
    const name = values.name.trim();
    onMade({ name, ...(await call('POST /api-keys', { body: { name } })) });
  });
  return (
    <FormCard onSubmit={onSubmit} aria-label="New API key">
      {failure && <Notice tone="bad">{failure}</Notice>}
      <TextField
        label="Name"
        autoComplete="off"
        hint="What uses the key, for example “Nightly upload”."
        error={form.formState.errors.name?.message}
        {...form.register('name', NAME_RULES)}
      />
      <FormActions>
        <Button variant="primary" type="submit" icon="add" busy={isSending}>
          Make key
        </Button>
      </FormActions>
    </FormCard>
  );
}
