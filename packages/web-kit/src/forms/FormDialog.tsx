import { t } from '@piecework/i18n';
import { Button, type Elements, Modal, Notice, Stack } from '@piecework/ui';
import { useId } from 'react';
import type { Submission } from './useSubmit';

interface FormDialogProps {
  title: string;
  confirmText: string;
  danger?: boolean;
  isDisabled?: boolean;
  submission: Submission;
  onClose(): void;
  children: Elements;
}

/** A form in a dialog, which stays after a failure. */
export function FormDialog({ title, confirmText, danger, isDisabled, ...props }: FormDialogProps) {
  const { submission, onClose, children } = props;
  const id = useId();
  return (
    <Modal
      title={title}
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Back')}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={danger ? 'danger' : 'primary'}
            busy={submission.isSending}
            disabled={isDisabled}
          >
            {confirmText}
          </Button>
        </>
      }
    >
      <Stack as="form" id={id} gap={4} noValidate onSubmit={submission.onSubmit}>
        {children}
        {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
      </Stack>
    </Modal>
  );
}
