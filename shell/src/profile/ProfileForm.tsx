import type { User } from '@piecework/contracts';
import { nameRule } from '@piecework/contracts/field-rules';
import { t } from '@piecework/i18n';
import { Button, FormActions, FormCard, Notice, TextField } from '@piecework/ui';
import { call, dialogs, session } from '@piecework/web-kit';
import { fieldOf, ImageField, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';

export function ProfileForm({ user: { userName, userPhotoURL } }: { user: User }) {
  const form = useForm({ defaultValues: { userName, userPhotoURL } });
  const { errors, dirtyFields } = form.formState;
  const { onSubmit, isSending, failure } = useSubmit(form, async (values) => {
    const body = {
      ...(dirtyFields.userName && { userName: values.userName.trim() }),
      ...(dirtyFields.userPhotoURL && { userPhotoURL: values.userPhotoURL }),
    };
    await call('PATCH /profile', { body });
    form.reset(values);
    // Open work shows the name.
    refresh('GET /tasks', 'GET /tasks/{id}', 'GET /submissions', 'GET /withdrawals', 'GET /users');
    // The change is stored; the live stream reads the user again too.
    await session.reload().catch(() => undefined);
    await dialogs.success({ title: t('Update Successful') });
  });
  return (
    <FormCard onSubmit={onSubmit} aria-label={t('Public profile')}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <TextField
        label={t('Name')}
        autoComplete="name"
        hint={t('Your open tasks and pending submissions show the new name. Decided ones keep the old name.')}
        {...fieldOf(form, 'userName', nameRule)}
      />
      <ImageField
        control={form.control}
        name="userPhotoURL"
        label={t('Profile picture')}
        upload="now"
        error={errors.userPhotoURL?.message}
      />
      <FormActions>
        <Button variant="primary" type="submit" busy={isSending}>
          {t('Save')}
        </Button>
      </FormActions>
    </FormCard>
  );
}
