import type { Task } from '@piecework/contracts';
import { TEXT_LENGTH } from '@piecework/contracts/constants';
import { Button, FormActions, FormCard, formatCoins, Notice, TextArea } from '@piecework/ui';
import { ApiError, call, dialogs } from '@piecework/web-kit';
import { DraftNotice, useDraft, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { useNavigate } from '@piecework/web-kit/router';
import { useEffect } from 'react';
import { TASKS } from '../../paths';

interface Values {
  submissionDetails: string;
}

interface SubmitWorkFormProps {
  task: Task;
  /** The work cannot be sent now, but the typed text is kept. */
  isHeld: boolean;
  onText(hasText: boolean): void;
}

export const SubmitWorkForm = ({ task, isHeld, onText }: SubmitWorkFormProps) => {
  const form = useForm<Values>({ defaultValues: { submissionDetails: '' } });
  const draft = useDraft(form, `submit-work-${task._id}`);
  const navigate = useNavigate();
  const { onSubmit, isSending, failure } = useSubmit(form, async ({ submissionDetails }, { key }) => {
    const refusal = await submitWork(task._id, submissionDetails, key);
    if (refusal) await dialogs.failure({ title: refusal, text: 'Here are other open tasks.' });
    else {
      draft.clear();
      await dialogs.success({ title: 'Successfully submitted' });
    }
    await navigate(TASKS);
  });
  const typed = form.watch('submissionDetails');
  const hasText = typed.trim() !== '';
  useEffect(() => onText(hasText), [hasText, onText]);
  return (
    <FormCard onSubmit={onSubmit} aria-labelledby="submit-work">
      {draft.isRestored && <DraftNotice draft={draft} />}
      <TextArea
        label="Submission Details"
        hint={hintOf(typed)}
        maxLength={TEXT_LENGTH}
        error={form.formState.errors.submissionDetails?.message}
        {...form.register('submissionDetails', {
          validate: (value) => value.trim() !== '' || 'Submission Details URL is required',
        })}
      />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <FormActions>
        <Button type="submit" busy={isSending} aria-disabled={isHeld || undefined}>
          Submit
        </Button>
      </FormActions>
    </FormCard>
  );
};

const hintOf = (typed: string) =>
  typed.length > TEXT_LENGTH * 0.9
    ? `${formatCoins(TEXT_LENGTH - typed.length)} characters left.`
    : 'A link, or the text itself. What you type is kept on this device until you send it.';

/** Returns the refusal if it is final. Failures that may pass are thrown, so that the text stays. */
const submitWork = async (
  taskId: string,
  submissionDetails: string,
  key: string,
): Promise<string | undefined> => {
  try {
    const answer = await call('POST /submissions', { body: { taskId, submissionDetails }, key });
    refresh('GET /submissions', 'GET /getAllData', 'GET /totals', 'GET /tasks/{id}');
    return 'message' in answer ? answer.message : undefined;
  } catch (error) {
    if (error instanceof ApiError && isFinal(error)) return error.message;
    throw error;
  }
};

const isFinal = ({ status, code }: ApiError) => status === 404 || code === 'own-task';
