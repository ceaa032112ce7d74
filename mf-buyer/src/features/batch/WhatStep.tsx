import { taskRules } from '@piecework/contracts/field-rules';
import { Button, Card, DateField, FormActions, FormCard, GridList, TextArea, TextField } from '@piecework/ui';
import { font, space, text } from '@piecework/ui/styles';
import { dialogs } from '@piecework/web-kit';
import { fieldOf, ImageField } from '@piecework/web-kit/forms';
import { useState } from 'react';
import { styled } from 'styled-components';
import { today } from '../tasks/posting';
import { type BatchDraft, draftRules, EMPTY_BATCH } from './batch-draft';
import { BATCH_TEMPLATES } from './batch-templates';
import { ColumnNames } from './ColumnNames';
import type { StepProps } from './step-props';

type Filled = Partial<BatchDraft>;

const BLANK: Filled = { taskTitle: '', taskDetail: '', submissionInfo: '', form: '', rowsPerPage: '1', overlap: '1' };

const TEMPLATES = [
  ...BATCH_TEMPLATES.map(({ label, text: description, values, form }) => ({
    label,
    text: description,
    values: { ...values, form: JSON.stringify(form) } as Filled,
  })),
  { label: 'Blank', text: 'Empty fields.', values: BLANK },
];

export default function WhatStep({ form, batch, onNext }: StepProps) {
  const field = (name: 'taskTitle' | 'taskDetail' | 'submissionInfo' | 'completionDate') =>
    fieldOf(form, name, draftRules[name]);

  const isChanged = () => {
    const now = form.getValues();
    return (['taskTitle', 'taskDetail', 'submissionInfo', 'form'] as const).some(
      (name) => now[name] !== EMPTY_BATCH[name],
    );
  };
  const [isOpen, setOpen] = useState(() => !isChanged());

  const fill = async (label: string, values: Filled) => {
    const isFine =
      !isChanged() ||
      (await dialogs.confirm({
        title: `Start again with “${label}”?`,
        text: 'This replaces title, detail, submission info and form. Your rows stay.',
        confirmText: 'Replace',
      }));
    if (!isFine) return;
    setOpen(false);
    form.setFocus('taskTitle');
    for (const [name, value] of Object.entries(values))
      form.setValue(name as keyof BatchDraft, value, { shouldDirty: true });
    form.clearErrors();
  };
  const insert = (placeholder: string) => {
    const area = document.querySelector<HTMLTextAreaElement>(`textarea[name='taskDetail']`);
    const detail = form.getValues('taskDetail');
    const [from, to] = [area?.selectionStart ?? detail.length, area?.selectionEnd ?? detail.length];
    form.setValue('taskDetail', detail.slice(0, from) + placeholder + detail.slice(to), { shouldDirty: true });
    area?.focus();
    area?.setSelectionRange(from + placeholder.length, from + placeholder.length);
  };

  return (
    <>
      <Templates open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Start from a template</summary>
        <GridList min="13rem" gap={3}>
          {TEMPLATES.map(({ label, text: description, values }) => (
            <Template as="li" key={label}>
              <strong>{label}</strong>
              <span>{description}</span>
              <Button
                variant="secondary"
                size="small"
                aria-label={`Start with: ${label}`}
                onClick={() => void fill(label, values)}
              >
                Start with this
              </Button>
            </Template>
          ))}
        </GridList>
      </Templates>
      <FormCard
        aria-label="The work"
        onSubmit={(event) => {
          event.preventDefault();
          void form.handleSubmit(onNext)();
        }}
      >
        <TextField label="Task Title" {...field('taskTitle')} />
        <TextArea
          label="Task Detail"
          hint="Explain what to do with each row, step by step. {{column}} stands for the row’s value in that column."
          rows={5}
          {...field('taskDetail')}
        />
        {batch.file && (
          <ColumnNames file={batch.file} lead="Insert a column of your file" verb="Insert" onPick={insert} />
        )}
        <TextArea label="Submission Info" hint="What a good answer includes." rows={3} {...field('submissionInfo')} />
        <DateField label="Completion Date" min={today()} {...field('completionDate')} />
        <ImageField
          control={form.control}
          name="taskImageURL"
          label="Task Image"
          error={form.formState.errors.taskImageURL?.message}
          required={taskRules.taskImageURL.required}
          upload="now"
        />
        <FormActions>
          <Button variant="primary" type="submit">
            Next: Form
          </Button>
        </FormActions>
      </FormCard>
    </>
  );
}

const Templates = styled.details`
  > summary { width: fit-content; min-height: 44px; padding: ${space(2)} 0; font: 600 ${text.h3} / 1.2 ${font.head}; cursor: pointer; }
`;
const Template = styled(Card)`
  display: grid;
  gap: ${space(2)};
  grid-template-rows: auto 1fr auto;
  justify-items: start;
  padding: ${space(4)};

  strong { font: 600 ${text.lead} / 1.3 ${font.head}; }
`;
