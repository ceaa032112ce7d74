import { MAX_ATTACHMENTS, TEXT_LENGTH } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { TextArea } from '@piecework/ui';
import { PicturesField, type UseFormReturn } from '@piecework/web-kit/forms';

export interface WorkValues {
  submissionDetails: string;
  /** Addresses of uploaded pictures. */
  attachments: string[];
}

/** The text and the pictures of a submission (P-11.3). */
export const WorkFields = ({ form }: { form: UseFormReturn<WorkValues> }) => {
  const { errors } = form.formState;
  return (
    <>
      <TextArea
        label={t('Submission Details')}
        hint={hintOf(form.watch('submissionDetails'))}
        maxLength={TEXT_LENGTH}
        error={errors.submissionDetails?.message}
        {...form.register('submissionDetails', {
          validate: (value) => value.trim() !== '' || t('Submission Details URL is required'),
        })}
      />
      <PicturesField
        control={form.control}
        name="attachments"
        label={t('Add pictures')}
        most={MAX_ATTACHMENTS}
        error={errors.attachments?.message}
      />
    </>
  );
};

/** The optional field of a request: absent without pictures. */
export const workOf = ({ submissionDetails, attachments }: WorkValues) => ({
  submissionDetails,
  ...(attachments.length > 0 && { attachments }),
});

const hintOf = (typed: string) =>
  typed.length > TEXT_LENGTH * 0.9
    ? t('{count} characters left.', { count: TEXT_LENGTH - typed.length })
    : t('Paste a link or write your answer here. Your draft stays on this device until you submit it.');
