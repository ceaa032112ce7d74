import type { FormField, Page, Submission } from '@piecework/contracts';
import { MAX_ATTACHMENTS } from '@piecework/contracts/constants';
import { maxUnits, submissionDetailsRule } from '@piecework/contracts/field-rules';
import { fieldsForRow } from '@piecework/contracts/forms';
import { lengthOf } from '@piecework/contracts/text';
import { t } from '@piecework/i18n';
import { TextArea } from '@piecework/ui';
import { space, text } from '@piecework/ui/styles';
import {
  AnswerFields,
  type AnswerValues,
  answerFieldOf,
  answersOf,
  emptyAnswers,
  RowValues,
  rowTitle,
} from '@piecework/web-kit/answer-form';
import { fieldOf, PicturesField, type UseFormReturn } from '@piecework/web-kit/forms';
import { styled } from 'styled-components';

/** Of the form of the task; undefined where workers submit a text. */
export type WorkForm = readonly FormField[] | undefined;

/** A text and the addresses of uploaded pictures. */
type TextValues = Required<Pick<Submission, 'submissionDetails' | 'attachments'>>;

interface WorkFieldsProps {
  fields: WorkForm;
  /** Of a batch: answered row by row. */
  page?: Page | undefined;
  form: UseFormReturn<AnswerValues>;
}

/** Answers to the form of the task, or the text and the pictures of a submission (P-11.3). */
export const WorkFields = ({ fields, page, form }: WorkFieldsProps) =>
  fields ? (
    page ? (
      page.rows.map(({ number, values }, at) => (
        <RowFields key={number} aria-labelledby={`row-${number}`}>
          <h4 id={`row-${number}`}>{rowTitle(page, at)}</h4>
          <RowValues page={page} at={at} fields={fields} />
          <AnswerFields fields={fieldsForRow(fields, values)} form={form} row={at} values={values} />
        </RowFields>
      ))
    ) : (
      <AnswerFields fields={fields} form={form} />
    )
  ) : (
    <>
      <TextArea
        label={t('Submission Details')}
        hint={hintOf(String(form.watch('submissionDetails')))}
        maxLength={maxUnits(submissionDetailsRule)}
        {...fieldOf(form, 'submissionDetails', submissionDetailsRule)}
      />
      <PicturesField
        control={form.control}
        name="attachments"
        label={t('Add pictures')}
        most={MAX_ATTACHMENTS}
        error={form.formState.errors.attachments?.message}
      />
    </>
  );

/** Default values. @param former of a submission that is changed */
export const workValues = (fields: WorkForm, former?: Submission): AnswerValues =>
  fields
    ? emptyAnswers(fields, former?.answers)
    : { submissionDetails: former?.submissionDetails ?? '', attachments: former?.attachments ?? [] };

/** The fields of a request. @param rows of the page */
export const workOf = (fields: WorkForm, values: AnswerValues, rows = 1) => {
  if (fields) return answersOf(fields, values, rows);
  const { submissionDetails, attachments } = values as TextValues;
  return { submissionDetails, ...(attachments.length > 0 && { attachments }) };
};

export const hasText = (work: ReturnType<typeof workOf>): boolean =>
  'answers' in work
    ? work.answers.some((answer) => Object.keys(answer).length > 0)
    : work.submissionDetails.trim() !== '';

/** Where `useSubmit` shows a fault. */
export const faultsOf = (fields: WorkForm) => (fields ? { fieldOf: answerFieldOf } : {});

const hintOf = (typed: string) => {
  const { max } = submissionDetailsRule;
  const left = max - lengthOf(typed.trim());
  return left < max * 0.1
    ? t('{count} characters left.', { count: Math.max(0, left) })
    : t('Paste a link or write your answer here. Your draft stays on this device until you submit it.');
};

const RowFields = styled.section`
  display: grid;
  gap: ${space(4)};
  min-width: 0;

  h4 { margin: 0; font-size: ${text.body}; overflow-wrap: anywhere; }
`;
