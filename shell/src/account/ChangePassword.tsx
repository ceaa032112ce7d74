import {
  PASSWORD_LENGTH,
  PASSWORD_MESSAGE,
  PASSWORD_PATTERN,
  PASSWORD_SPECIALS,
} from '@piecework/contracts/constants';
import { Button, Modal, Notice, PasswordField, Stack } from '@piecework/ui';
import { dialogs, MESSAGE_MS, session } from '@piecework/web-kit';
import { useForm, useSubmit } from '@piecework/web-kit/forms';
import { useEffect, useId } from 'react';

interface Passwords {
  old: string;
  new: string;
}

export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const id = useId();
  const form = useForm<Passwords>({ defaultValues: { old: '', new: '' } });
  const { errors } = form.formState;
  const { setFocus } = form;
  // A dialog focuses its first button, which closes it.
  useEffect(() => setFocus('old'), [setFocus]);
  const { onSubmit, isSending, failure } = useSubmit(form, async (passwords) => {
    await session.changePassword(passwords);
    onClose();
    dialogs.toast({
      icon: 'success',
      title: 'Password changed',
      text: 'Other devices are signed out.',
      ms: MESSAGE_MS.short,
    });
  });
  return (
    <Modal
      title="Change password"
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={isSending}>
            Change password
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit}>
        <Stack>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={errors.old?.message}
            {...form.register('old', { required: 'Password is required' })}
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_LENGTH.min} characters, with upper and lower case, a digit and one of ${PASSWORD_SPECIALS}`}
            error={errors.new?.message}
            {...form.register('new', {
              required: 'Password is required',
              pattern: { value: PASSWORD_PATTERN, message: PASSWORD_MESSAGE },
            })}
          />
        </Stack>
      </form>
    </Modal>
  );
}
