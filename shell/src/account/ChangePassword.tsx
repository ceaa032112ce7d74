import { PASSWORD_LENGTH, PASSWORD_SPECIALS } from '@piecework/contracts/constants';
import { newPasswordRule, passwordRule } from '@piecework/contracts/field-rules';
import { t } from '@piecework/i18n';
import { Button, Modal, Notice, PasswordField, Stack } from '@piecework/ui';
import { dialogs, MESSAGE_MS, session } from '@piecework/web-kit';
import { fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { useEffect, useId } from 'react';

export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const id = useId();
  const form = useForm({ defaultValues: { old: '', new: '' } });
  const { setFocus } = form;
  // A dialog focuses its first button, which closes it.
  useEffect(() => setFocus('old'), [setFocus]);
  const { onSubmit, isSending, failure } = useSubmit(form, async (passwords) => {
    await session.changePassword(passwords);
    onClose();
    dialogs.toast({
      icon: 'success',
      title: t('Password changed'),
      text: t('You’re signed out on your other devices.'),
      ms: MESSAGE_MS.short,
    });
  });
  return (
    <Modal
      title={t('Change password')}
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} busy={isSending}>
            {t('Change password')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit}>
        <Stack>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <PasswordField
            label={t('Current password')}
            autoComplete="current-password"
            {...fieldOf(form, 'old', passwordRule)}
          />
          <PasswordField
            label={t('New password')}
            autoComplete="new-password"
            hint={t(
              'At least {count} characters, with an uppercase letter, a lowercase letter, a number and one of {specials}',
              { count: PASSWORD_LENGTH.min, specials: PASSWORD_SPECIALS },
            )}
            {...fieldOf(form, 'new', newPasswordRule)}
          />
        </Stack>
      </form>
    </Modal>
  );
}
