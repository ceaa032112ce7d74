import type { Task } from '@piecework/contracts';
import { t, translated } from '@piecework/i18n';
import { Button, FormActions, FormCard } from '@piecework/ui';
import { ApiError, call, dialogs } from '@piecework/web-kit';
import type { AnswerValues } from '@piecework/web-kit/answer-form';
import { DraftNotice, useDraft, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { useNavigate } from '@piecework/web-kit/router';
import { useEffect } from 'react';
import { TASKS } from '../../paths';
import { faultsOf, hasText, WorkFields, type WorkForm, workOf, workValues } from '../submissions/WorkFields';

interface SubmitWorkFormProps {
  task: Pick<Task, '_id'>;
  fields: WorkForm;
  /** The work cannot be sent now, but the typed text is kept. */
  isHeld: boolean;
  onText(hasText: boolean): void;
  onBusy(isBusy: boolean): void;
}

export const SubmitWorkForm = ({ task, fields, isHeld, onText, onBusy }: SubmitWorkFormProps) => {
  const form = useForm({ defaultValues: workValues(fields) });
  const draft = useDraft(form, `submit-work-${task._id}`);
  const navigate = useNavigate();
  const send = async (values: AnswerValues, { key }: { key: string }) => {
    const refusal = await submitWork({ taskId: task._id, ...workOf(fields, values) }, key);
    if (refusal) await dialogs.failure({ title: translated(refusal), text: t('Here are other open tasks.') });
    else {
      draft.clear();
      await dialogs.success({ title: t('Successfully submitted') });
    }
    await navigate(TASKS);
  };
  const { onSubmit, isSending, failure } = useSubmit(form, send, faultsOf(fields));
  const isBegun = hasText(workOf(fields, form.watch()));
  useEffect(() => onText(isBegun), [isBegun, onText]);
  // Also while the page of the list loads after a submission.
  const isBusy = isSending || form.formState.isSubmitSuccessful;
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  return (
    <FormCard onSubmit={onSubmit} aria-labelledby="submit-work">
      {draft.isRestored && <DraftNotice draft={draft} />}
      <WorkFields fields={fields} form={form} />
      <FormActions failure={failure}>
        <Button type="submit" busy={isSending} aria-disabled={isHeld || undefined}>
          {t('Submit')}
        </Button>
      </FormActions>
    </FormCard>
  );
};

type Work = { taskId: string } & ReturnType<typeof workOf>;

/** Returns the refusal if it is final. Failures that may pass are thrown, so that the text stays. */
const submitWork = async (body: Work, key: string): Promise<string | undefined> => {
  try {
    const answer = await call('POST /submissions', { body, key });
    refresh('GET /submissions', 'GET /getAllData', 'GET /totals', 'GET /reservations');
    refresh('GET /tasks', 'GET /tasks/{id}');
    return 'message' in answer ? answer.message : undefined;
  } catch (error) {
    if (error instanceof ApiError && isFinal(error)) return error.message;
    throw error;
  }
};

const isFinal = ({ status, code }: ApiError) => status === 404 || code === 'own-task';
