import type { Submission } from '@piecework/contracts';
import { Coins, Fact, Facts, Failure, Skeleton } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { FormDialog, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh, useApiQuery } from '@piecework/web-kit/query';
import { coinsText } from '../counted';
import { AdditionCost, useIsShort } from '../tasks/AdditionCost';
import { isUnderway } from '../tasks/useTaskActions';

interface ReversalDialogProps {
  submission: Submission;
  onClose(): void;
}

/** P-12.25. */
export default function ReversalDialog({ submission, onClose }: ReversalDialogProps) {
  const { _id: id, workerName, appeal } = submission;
  const preview = useApiQuery('GET /submissions/{id}/reversal', { params: { id } });
  const ofBalance = preview.data?.paidBy === 'balance' ? preview.data.coins : null;
  const isShort = useIsShort(ofBalance);
  const form = useForm({ defaultValues: {} });
  const sending = useSubmit(form, async () => {
    const isLate = await isUnderway(call('POST /submissions/{id}/reversal', { params: { id } }));
    refresh('GET /submissions', 'GET /appeals', 'GET /tasks/{id}', 'GET /totals', 'GET /user');
    onClose();
    dialogs.toast({
      icon: 'success',
      title: isLate ? 'Almost there' : 'Approved after all',
      text: isLate ? `We’re still paying ${workerName}. You’ll see the outcome here.` : `${workerName} was paid.`,
      ms: MESSAGE_MS.medium,
    });
  });
  return (
    <FormDialog
      title={`Approve ${workerName}’s submission after all?`}
      confirmText="Approve and pay"
      isDisabled={!preview.data || isShort}
      submission={sending}
      onClose={onClose}
    >
      <p>
        {appeal?.state === 'open'
          ? 'This takes your rejection back. The worker’s appeal ends, and no admin has to decide.'
          : 'This takes your rejection back. You can’t reject the submission again.'}
      </p>
      {preview.data ? (
        <Cost coins={preview.data.coins} paidBy={preview.data.paidBy} />
      ) : preview.isError ? (
        <Failure query={preview} />
      ) : (
        <Skeleton shape="row" count={2} />
      )}
    </FormDialog>
  );
}

const Cost = ({ coins, paidBy }: { coins: number; paidBy: 'escrow' | 'balance' }) =>
  paidBy === 'balance' ? (
    <>
      <p>Another worker has taken this place since, so your balance pays.</p>
      <AdditionCost cost={coins} />
    </>
  ) : (
    <>
      <p>{`It takes a place of the task, whose ${coinsText(coins)} are already set aside. Your balance stays as it is.`}</p>
      <Facts>
        <Fact label="Paid from the task">
          <Coins amount={coins} />
        </Fact>
      </Facts>
    </>
  );
