import type { Batch } from '@piecework/contracts';
import { ApiError, call, dialogs, MESSAGE_MS, useUser } from '@piecework/web-kit';
import { useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { useNavigate } from '@piecework/web-kit/router';
import { paths } from '../paths';
import { costOf, isAffordable } from '../tasks/posting';
import { titleOf } from './BatchList';
import type { BatchDraft } from './batch-draft';
import { type Fault, faultsIn, faultsOf, showFaults } from './faults';
import { figuresOf } from './figures';
import type { StepProps } from './step-props';
import { formIn } from './useBatchForm';

/** Publishing twice is one task: the call has no key. */
export const usePublish = ({ form, batch, saving, onFaults, onSending, onPublished }: StepProps) => {
  const navigate = useNavigate();
  const { userAvailableCoin: balance } = useUser();
  const id = batch._id;

  const refuse = (faults: readonly Fault[]) => {
    onFaults(faults);
    showFaults(form, faults, 'pay');
  };

  const publish = async (draft: BatchDraft) => {
    const faults = faultsOf(draft, await formIn(draft.form), batch);
    refuse(faults);
    if (faults.length > 0) return;
    if (!(await saving.save()))
      throw new ApiError(
        0,
        'not-saved',
        'We couldn’t save the last changes, so nothing is published. Try again in a moment.',
      );
    const cost = costOf(String(figuresOf(batch.file?.rows ?? 0, draft)?.places), draft.payableAmount) ?? 0;
    const task = { title: draft.taskTitle.trim(), cost, batch: id };
    if (!isAffordable(cost, balance)) return sendToPurchase(task);
    try {
      const { insertedId } = await call('POST /batches/{id}/publish', { params: { id } });
      await finish();
      const results = paths.results(insertedId);
      dialogs.toast({
        icon: 'success',
        title: 'Successfully submitted',
        ms: MESSAGE_MS.long,
        link: { label: 'View results', href: results, open: () => void navigate(results) },
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Another tab spent the coins.
      if (error.code === 'insufficient-coins') return sendToPurchase(task);
      if (error.code === 'still-underway') return finish({ underway: titleOf({ taskTitle: task.title }) });
      const refused = faultsIn(error);
      if (refused.length === 0) throw error;
      refuse(refused);
    }
  };

  const finish = async (state?: { underway: string }) => {
    onPublished();
    refresh('GET /tasks', 'GET /totals', 'GET /user', 'GET /batches');
    await navigate(paths.tasks, { state });
  };

  /** P-12.3: the draft stays, and the purchase leads back to it. */
  const sendToPurchase = async (task: { title: string; cost: number; batch: Batch['_id'] }) => {
    await dialogs.failure({ title: 'Submission Fail', text: 'Please Purchase coin' });
    await navigate(paths.purchaseCoin, { state: { task } });
  };
  return useSubmit(form, async (draft) => {
    onSending(true);
    try {
      await publish(draft);
    } finally {
      onSending(false);
    }
  });
};
