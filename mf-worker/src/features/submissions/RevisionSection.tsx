import type { Submission } from '@piecework/contracts';
import { Button, formatDuration, formatMoment, LinkedText, Notice, Row, Stack, space } from '@piecework/ui';
import { ApiError, call, dialogs, useServerNow } from '@piecework/web-kit';
import { DraftNotice, useDraft, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
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
      <SectionTitle>The buyer asked for a better version</SectionTitle>
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
          <Small>You sent the new version on {formatMoment(revision.resubmittedAt)}.</Small>
        )
      )}
    </Stack>
  );
};

const Deadline = ({ dueAt }: { dueAt: string }) => {
  const left = Date.parse(dueAt) - useServerNow();
  return (
    <Small>
      Send it until <strong>{formatMoment(dueAt)}</strong>
      {left > 0 ? `: ${formatDuration(left)} left. ` : '. '}
      After that your submission is rejected.
    </Small>
  );
};

const ResubmitForm = ({ submission }: { submission: Submission }) => {
  const { _id: id, submissionDetails, attachments = [] } = submission;
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
    await dialogs.success({ title: 'Successfully submitted' });
  });
  return (
    <Stack as="form" gap={4} noValidate onSubmit={onSubmit} aria-label="New version">
      {draft.isRestored && <DraftNotice draft={draft} />}
      <WorkFields form={form} />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <Row>
        <Button type="submit" busy={isSending}>
          Send the new version
        </Button>
      </Row>
    </Stack>
  );
};

const refreshSubmissions = () => refresh('GET /submissions', 'GET /totals');

const Small = styled.p`
  margin: ${space(1)} 0 0;
`;
