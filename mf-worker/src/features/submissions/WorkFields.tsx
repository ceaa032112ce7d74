import { MAX_ATTACHMENTS } from '@piecework/contracts/constants';
import { maxUnits, submissionDetailsRule } from '@piecework/contracts/field-rules';
import { lengthOf } from '@piecework/contracts/text';
import { t } from '@piecework/i18n';
import { TextArea } from '@piecework/ui';
import { fieldOf, PicturesField, type UseFormReturn } from '@piecework/web-kit/forms';

export interface WorkValues {
  submissionDetails: string;
  /** Addresses of uploaded pictures. */
  attachments: string[];
}

/** The text and the pictures of a submission (P-11.3). */
export const WorkFields = ({ form }: { form: UseFormReturn<WorkValues> }) => (
  <>
    <TextArea
      label={t('Submission Details')}
      hint={hintOf(form.watch('submissionDetails'))}
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

/** The optional field of a request: absent without pictures. */
export const workOf = ({ submissionDetails, attachments }: WorkValues) => ({
  submissionDetails,
  ...(attachments.length > 0 && { attachments }),
});

const hintOf = (typed: string) => {
  const { max } = submissionDetailsRule;
  const left = max - lengthOf(typed.trim());
  return left < max * 0.1
    ? t('{count} characters left.', { count: Math.max(0, left) })
    : t('Paste a link or write your answer here. Your draft stays on this device until you submit it.');
};
