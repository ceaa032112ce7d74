import type { FormField, Submission } from '@piecework/contracts';
import { MAX_ATTACHMENTS } from '@piecework/contracts/constants';
import { maxUnits, submissionDetailsRule } from '@piecework/contracts/field-rules';
import { lengthOf } from '@piecework/contracts/text';
import { t } from '@piecework/i18n';
import { TextArea } from '@piecework/ui';
import {
  AnswerFields,
  type AnswerValues,
  answerFieldOf,
  answersOf,
  emptyAnswers,
} from '@piecework/web-kit/answer-form';
import { fieldOf, PicturesField, type UseFormReturn } from '@piecework/web-kit/forms';

/** Of the form of the task; undefined where workers submit a text. */
export type WorkForm = readonly FormField[] | undefined;

/** A text and the addresses of uploaded pictures. */
type TextValues = Required<Pick<Submission, 'submissionDetails' | 'attachments'>>;

/** Answers to the form of the task, or the text and the pictures of a submission (P-11.3). */
export const WorkFields = ({ fields, form }: { fields: WorkForm; form: UseFormReturn<AnswerValues> }) =>
  fields ? (
    <AnswerFields fields={fields} form={form} />
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
    ? emptyAnswers(fields, former?.answers?.[0])
    : { submissionDetails: former?.submissionDetails ?? '', attachments: former?.attachments ?? [] };

/** The fields of a request. */
export const workOf = (fields: WorkForm, values: AnswerValues) => {
  if (fields) return answersOf(fields, values);
  const { submissionDetails, attachments } = values as TextValues;
  return { submissionDetails, ...(attachments.length > 0 && { attachments }) };
};

export const hasText = (work: ReturnType<typeof workOf>): boolean =>
  'answers' in work ? Object.keys(work.answers[0] ?? {}).length > 0 : work.submissionDetails.trim() !== '';

/** Where `useSubmit` shows a fault. */
export const faultsOf = (fields: WorkForm) => (fields ? { fieldOf: answerFieldOf } : {});

const hintOf = (typed: string) => {
  const { max } = submissionDetailsRule;
  const left = max - lengthOf(typed.trim());
  return left < max * 0.1
    ? t('{count} characters left.', { count: Math.max(0, left) })
    : t('Paste a link or write your answer here. Your draft stays on this device until you submit it.');
};
