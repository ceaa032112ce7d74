import { Button, type Elements, Modal, Notice, Stack, TextArea, TextField } from '@piecework/ui';
import { useForm, useSubmit } from '@piecework/web-kit/forms';
import { useId } from 'react';

interface TextDialogProps {
  title: string;
  /** Names the thing that is about to change. */
  children: Elements;
  /** Of the request, so that the server's message finds the field. */
  field: string;
  label: string;
  hint: string;
  /** Characters; a minimum of 0 makes the text optional. */
  length: { min: number; max: number };
  isLong?: boolean;
  confirmText: string;
  danger?: boolean;
  onSend(text: string): Promise<void>;
  onClose(): void;
}

const shortfall = (label: string, min: number): string =>
  min === 1 ? `${label} is required` : `${label} needs at least ${min} characters`;

/** A confirmation with a text, which stays after a failure. */
export function TextDialog(props: TextDialogProps) {
  const { title, children, field, label, hint, length, isLong = true, confirmText, danger } = props;
  const { onSend, onClose } = props;
  const id = useId();
  const form = useForm<Record<string, string>>({ defaultValues: { [field]: '' } });
  const { onSubmit, isSending, failure } = useSubmit(form, async (values) =>
    onSend((values[field] ?? '').trim()),
  );
  const { min, max } = length;
  const Input = isLong ? TextArea : TextField;
  return (
    <Modal
      title={title}
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={isSending}>
            {confirmText}
          </Button>
        </>
      }
    >
      <Stack as="form" id={id} gap={4} noValidate onSubmit={onSubmit}>
        {children}
        <Input
          label={label}
          hint={hint}
          maxLength={max}
          error={form.formState.errors[field]?.message}
          {...form.register(field, {
            validate: (text) => text.trim().length >= min || shortfall(label, min),
          })}
        />
        {failure && <Notice tone="bad">{failure}</Notice>}
      </Stack>
    </Modal>
  );
}
