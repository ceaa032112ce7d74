import type { FormField } from '@piecework/contracts';
import { fieldsForRow, fieldsOfColumns, readAnswer } from '@piecework/contracts/forms';
import { Button, Notice } from '@piecework/ui';
import { color, font, media, quietText, radius, space, text } from '@piecework/ui/styles';
import { AnswerFields, type AnswerValues, answersOf, emptyAnswers } from '@piecework/web-kit/answer-form';
import { useForm } from '@piecework/web-kit/forms';
import { type KeyboardEvent, memo, useState } from 'react';
import { styled } from 'styled-components';
import { type FieldDraft, formOf } from './field-draft';
import type { BatchFile } from './kinds';

/** Names and values that stay while labels change, so that what is tried stays, too. */
const shownFields = (drafts: readonly FieldDraft[]): FormField[] =>
  formOf(drafts).fields.map((field, at) => {
    const shown = { ...field, name: drafts[at]?.id ?? '', label: field.label || `Field ${at + 1}` };
    if (!('options' in shown)) return shown;
    return { ...shown, options: shown.options.map(({ label }, position) => ({ label, value: `o${position}` })) };
  });

const TITLE = 'As workers see it';

/** Below the builder it would hide the rest of the page. */
const isBeside = () => matchMedia('(min-width: 1024px)').matches;

interface FormPreviewProps {
  drafts: readonly FieldDraft[];
  file: BatchFile | undefined;
}

/** As slow as its fields are many: rendered behind the builder, and not again while they are the same. */
export const FormPreview = memo(({ drafts, file }: FormPreviewProps) => {
  const [isOpen, setOpen] = useState(isBeside);
  const row = file?.sample[0];
  const fields = fieldsOfColumns(shownFields(drafts), file?.columns ?? []);
  const kinds = drafts.map(({ id, kind }) => id + kind).sort();
  return (
    <Frame aria-label={TITLE}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{TITLE}</summary>
        {drafts.length > 0 ? (
          <Trial key={kinds.join()} fields={row ? fieldsForRow(fields, row) : fields} row={row} />
        ) : (
          <p>Your fields appear here as you add them.</p>
        )}
      </details>
    </Frame>
  );
});

const Trial = ({ fields, row }: { fields: FormField[]; row: Readonly<Record<string, string>> | undefined }) => {
  const form = useForm<AnswerValues>({ defaultValues: emptyAnswers(fields) });
  const [outcome, setOutcome] = useState<string | null>();
  const check = form.handleSubmit(
    (values) => {
      const { answers, attachments = [] } = answersOf(fields, values);
      const read = readAnswer(fields, answers[0] ?? {}, attachments);
      setOutcome(read.ok ? null : read.faults[0]?.message);
    },
    () => setOutcome(undefined),
  );
  /** Enter in an input would post the task. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) void check();
  };
  return (
    <Fields onKeyDown={onKeyDown}>
      <AnswerFields fields={fields} form={form} values={row} />
      {outcome !== undefined && (
        <Notice tone={outcome === null ? 'good' : 'bad'}>{outcome ?? 'A worker could submit this answer.'}</Notice>
      )}
      <Button variant="secondary" onClick={() => void check()}>
        Try it
      </Button>
      <small>
        {fields.some(({ kind }) => kind === 'picture')
          ? 'This submits nothing. A picture that you add is deleted after a day.'
          : 'This submits and stores nothing.'}
      </small>
    </Fields>
  );
};

const Frame = styled.aside`
  display: grid;
  gap: ${space(4)};
  align-self: start;
  min-width: 0;
  padding: ${space(5)};
  border-radius: ${radius.card};
  background: ${color.sunk};

  summary { font: 600 ${text.lead} / 1.3 ${font.head}; cursor: pointer; }
  summary + * { margin-top: ${space(4)}; }
  p, small { ${quietText} margin: 0; }
  ${media.phone} { padding: ${space(4)}; }
  /* Stays beside the field that is edited. */
  ${media.desk} {
    position: sticky;
    top: ${space(24)};
    max-height: calc(100dvh - ${space(30)});
    overflow-y: auto;
  }
`;
const Fields = styled.div`
  display: grid;
  gap: ${space(5)};
  min-width: 0;
`;
