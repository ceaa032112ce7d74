import type { Page, Submission } from '@piecework/contracts';
import { t, withNodes } from '@piecework/i18n';
import { Button, LinkedText, ModalActions, Notice, Stack } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { ApiError, call, dialogs, useServerNow } from '@piecework/web-kit';
import type { AnswerValues } from '@piecework/web-kit/answer-form';
import { DraftNotice, useDraft, useForm, useSubmit } from '@piecework/web-kit/forms';
import { Moment } from '@piecework/web-kit/moment';
import { refresh } from '@piecework/web-kit/query';
import { useId } from 'react';
import { styled } from 'styled-components';
import { FormOfTask } from './FormOfTask';
import { Quote } from './RejectionReason';
import { SectionTitle } from './SectionTitle';
import { isSentBack } from './submission-state';
import { faultsOf, WorkFields, type WorkForm, workOf, workValues } from './WorkFields';

/** The buyer's note; while a new version is awaited, also its form. */
export const RevisionSection = ({ submission }: { submission: Submission }) => {
  const { revision } = submission;
  if (!revision) return null;
  return (
    <Stack as="section" gap={3}>
      <SectionTitle>{t('The buyer requested a revision')}</SectionTitle>
      <Quote>
        <LinkedText text={revision.note} />
      </Quote>
      {isSentBack(submission) ? (
        <>
          <Deadline dueAt={revision.dueAt} />
          <FormOfTask
            taskId={submission.taskId}
            hasForm={submission.answers !== undefined}
            page={submission.page}
            version={submission.version}
          >
            {(fields, page) => (
              <ResubmitForm key={submission._id} submission={submission} fields={fields} page={page} />
            )}
          </FormOfTask>
        </>
      ) : (
        revision.resubmittedAt && (
          <Small>
            {withNodes(t('You submitted your revision on {when}.'), { when: <Moment at={revision.resubmittedAt} /> })}
          </Small>
        )
      )}
    </Stack>
  );
};

const Deadline = ({ dueAt }: { dueAt: string }) => {
  const isOver = Date.parse(dueAt) <= useServerNow();
  return (
    <Small>
      {withNodes(t('Send it by {when}. After that your submission is rejected.'), {
        when: (
          <strong>
            <Moment at={dueAt} form={isOver ? 'absolute' : 'both'} />
          </strong>
        ),
      })}
    </Small>
  );
};

interface ResubmitFormProps {
  submission: Submission;
  fields: WorkForm;
  page: Page | undefined;
}

const ResubmitForm = ({ submission, fields, page }: ResubmitFormProps) => {
  const { _id: id } = submission;
  const formId = useId();
  const form = useForm({ defaultValues: workValues(fields, submission) });
  const draft = useDraft(form, `resubmit-${id}`);
  const send = async (values: AnswerValues) => {
    try {
      const body = workOf(fields, values, submission.answers?.length);
      await call('POST /submissions/{id}/resubmission', { params: { id }, body });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not-awaited') refreshSubmissions();
      throw error;
    }
    draft.clear();
    refreshSubmissions();
    await dialogs.success({ title: t('Successfully submitted') });
  };
  const { onSubmit, isSending, failure } = useSubmit(form, send, faultsOf(fields));
  return (
    <Stack as="form" id={formId} gap={4} noValidate onSubmit={onSubmit} aria-label={t('Revised submission')}>
      {draft.isRestored && <DraftNotice draft={draft} />}
      <WorkFields fields={fields} page={page} form={form} />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <ModalActions>
        <Button type="submit" form={formId} busy={isSending}>
          {t('Submit revision')}
        </Button>
      </ModalActions>
    </Stack>
  );
};

const refreshSubmissions = () => refresh('GET /submissions', 'GET /totals');

const Small = styled.p`
  margin: ${space(1)} 0 0;
`;
