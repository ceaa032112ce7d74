import type { Submission } from '@piecework/contracts';
import { t, withNodes } from '@piecework/i18n';
import { Button, LinkedText, ModalActions, Notice, Stack } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { ApiError, call, dialogs, useServerNow } from '@piecework/web-kit';
import { DraftNotice, useDraft, useForm, useSubmit } from '@piecework/web-kit/forms';
import { Moment } from '@piecework/web-kit/moment';
import { refresh } from '@piecework/web-kit/query';
import { useId } from 'react';
import { styled } from 'styled-components';
import { Quote } from './RejectionReason';
import { SectionTitle } from './SectionTitle';
import { isSentBack } from './submission-state';
import { WorkFields, type WorkValues, workOf } from './WorkFields';

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
          <ResubmitForm key={submission._id} submission={submission} />
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

const ResubmitForm = ({ submission }: { submission: Submission }) => {
  const { _id: id, submissionDetails, attachments = [] } = submission;
  const formId = useId();
  const form = useForm<WorkValues>({ defaultValues: { submissionDetails, attachments } });
  const draft = useDraft(form, `resubmit-${id}`);
  const { onSubmit, isSending, failure } = useSubmit(form, async (values) => {
    try {
      await call('POST /submissions/{id}/resubmission', { params: { id }, body: workOf(values) });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not-awaited') refreshSubmissions();
      throw error;
    }
    draft.clear();
    refreshSubmissions();
    await dialogs.success({ title: t('Successfully submitted') });
  });
  return (
    <Stack as="form" id={formId} gap={4} noValidate onSubmit={onSubmit} aria-label={t('Revised submission')}>
      {draft.isRestored && <DraftNotice draft={draft} />}
      <WorkFields form={form} />
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
