import type { Form, FormField, Task } from '@piecework/contracts';
import { optional, taskRules } from '@piecework/contracts/field-rules';
import { formRules } from '@piecework/contracts/forms';
import { Notice, TextArea, TextField } from '@piecework/ui';
import { plainFieldset, space } from '@piecework/ui/styles';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { FormDialog, fieldOf, LockedFields, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { styled } from 'styled-components';

interface CorrectTextsProps {
  task: Task;
  fields: readonly FormField[];
  onClose(): void;
}

/** 'form-fields-0-label': the path of the body, without dots, in which react-hook-form would see objects. */
const nameOf = (...path: (string | number)[]): string => ['form', 'fields', ...path].join('-');

const optionsOf = (field: FormField) => ('options' in field ? field.options : []);

const textsOf = (taskDetail: string, fields: readonly FormField[]): Record<string, string> => ({
  taskDetail,
  ...Object.fromEntries(
    fields.flatMap((field, at) => [
      [nameOf(at, 'label'), field.label],
      [nameOf(at, 'help'), field.help ?? ''],
      ...optionsOf(field).map(({ label }, option) => [nameOf(at, 'options', option, 'label'), label]),
    ]),
  ),
});

const formOf = (fields: readonly FormField[], texts: Readonly<Record<string, string>>): Form => ({
  fields: fields.map(({ help: _, ...field }, at) => {
    const help = texts[nameOf(at, 'help')]?.trim();
    return {
      ...field,
      label: texts[nameOf(at, 'label')] ?? '',
      ...(help && { help }),
      ...('options' in field && {
        options: field.options.map(({ value }, option) => ({
          value,
          label: texts[nameOf(at, 'options', option, 'label')] ?? '',
        })),
      }),
    } as FormField;
  }),
});

/** P-3.21: what workers read, and nothing that answers were checked by. */
export default function CorrectTexts({ task: { _id: id, taskDetail }, fields, onClose }: CorrectTextsProps) {
  const form = useForm({ defaultValues: textsOf(taskDetail, fields) });
  const submission = useSubmit(
    form,
    async (texts) => {
      const body = { taskDetail: texts.taskDetail ?? '', form: formOf(fields, texts) };
      const { modifiedCount } = await call('PATCH /tasks/{id}/texts', { params: { id }, body });
      refresh('GET /tasks', 'GET /tasks/{id}', 'GET /tasks/{id}/form', 'GET /tasks/{id}/pages/{page}');
      if (modifiedCount > 0)
        dialogs.toast({
          icon: 'success',
          title: 'Corrected',
          text: 'Pages that workers take from now on have the new texts.',
          ms: MESSAGE_MS.medium,
        });
      onClose();
    },
    { fieldOf: (path) => path.replaceAll('.', '-') },
  );
  return (
    <FormDialog title="Correct the texts" confirmText="Correct" submission={submission} onClose={onClose}>
      <Notice tone="info">
        Pages that workers take from now on have the new texts. Answers and held pages keep the texts they were given
        with.
      </Notice>
      <LockedFields isLocked={submission.isSending}>
        <TextArea label="Task Detail" rows={5} {...fieldOf(form, 'taskDetail', taskRules.taskDetail)} />
        {fields.map((field, at) => (
          <Fieldset key={field.name}>
            <legend>{`Field ${at + 1}`}</legend>
            <TextField label="Label" autoComplete="off" {...fieldOf(form, nameOf(at, 'label'), formRules.label)} />
            <TextArea
              label="Help (optional)"
              rows={2}
              {...fieldOf(form, nameOf(at, 'help'), optional(formRules.help))}
            />
            {optionsOf(field).map(({ value }, option) => (
              <TextField
                key={value}
                label={`Option ${option + 1}`}
                autoComplete="off"
                {...fieldOf(form, nameOf(at, 'options', option, 'label'), formRules.optionLabel)}
              />
            ))}
          </Fieldset>
        ))}
      </LockedFields>
    </FormDialog>
  );
}

const Fieldset = styled.fieldset`
  ${plainFieldset}
  display: grid;
  gap: ${space(4)};
  min-width: 0;

  > legend { margin-bottom: ${space(2)}; font-weight: 600; }
  textarea[rows='2'] { min-height: 4.5rem; }
`;
