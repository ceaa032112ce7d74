import { maxUnits, optional, type TextRule } from '@piecework/contracts/field-rules';
import { type Elements, TextArea, TextField } from '@piecework/ui';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';

export interface Field {
  /** The request's name of the field, so that the server's message finds it. */
  field: string;
  label: string;
  hint: string;
  rule: TextRule;
  isOptional?: boolean;
  isLong?: boolean;
}

interface TextDialogProps extends Field {
  title: string;
  /** Names the thing that is about to change. */
  children: Elements;
  /** Above the text. */
  further?: readonly Field[];
  confirmText: string;
  danger?: boolean;
  onSend(text: string, further: Readonly<Record<string, string>>): Promise<void>;
  onClose(): void;
}

/** A confirmation with a text, which stays after a failure. */
export function TextDialog(props: TextDialogProps) {
  const { title, children, further = [], confirmText, danger, onSend, onClose, ...text } = props;
  const fields = [...further, text];
  const form = useForm<Record<string, string>>({
    defaultValues: Object.fromEntries(fields.map(({ field }) => [field, ''])),
  });
  const submission = useSubmit(form, async (values) => {
    const typedIn = ({ field }: Field) => (values[field] ?? '').trim();
    await onSend(typedIn(text), Object.fromEntries(further.map((one) => [one.field, typedIn(one)])));
  });
  return (
    <FormDialog
      title={title}
      confirmText={confirmText}
      danger={danger ?? false}
      submission={submission}
      onClose={onClose}
    >
      {children}
      {fields.map(({ field, label, hint, rule, isOptional, isLong = true }) => {
        const Input = isLong ? TextArea : TextField;
        return (
          <Input
            key={field}
            label={label}
            hint={hint}
            maxLength={maxUnits(rule)}
            {...fieldOf(form, field, isOptional ? optional(rule) : rule)}
          />
        );
      })}
    </FormDialog>
  );
}
