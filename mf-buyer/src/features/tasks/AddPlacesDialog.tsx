import type { Task } from '@piecework/contracts';
import { placesRule } from '@piecework/contracts/field-rules';
import { parseWholeNumber } from '@piecework/contracts/text';
import { CoinFact, Coins, Fact, Facts, Notice, NumberField } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS, useUser } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { paths } from '../paths';
import { costOf, isAffordable, shortfallOf } from './posting';
import { isUnderway } from './useTaskActions';

interface AddPlacesDialogProps {
  task: Task;
  onClose(): void;
}

/** P-12.14. */
export function AddPlacesDialog({ task, onClose }: AddPlacesDialogProps) {
  const { userAvailableCoin: balance } = useUser();
  const form = useForm({ defaultValues: { places: '' } });
  const cost = costOf(form.watch('places'), String(task.payableAmount));
  const isShort = cost !== null && !isAffordable(cost, balance);
  const submission = useSubmit(form, async ({ places }, { key }) => {
    const added = parseWholeNumber(places);
    const posting = call('POST /tasks/{id}/places', { params: { id: task._id }, body: { places: added }, key });
    const isLate = await isUnderway(posting);
    refresh('GET /tasks', 'GET /tasks/{id}', 'GET /totals', 'GET /user');
    const what = added === 1 ? '1 place' : `${added.toLocaleString('en')} places`;
    dialogs.toast({
      icon: 'success',
      title: isLate ? 'Almost there' : 'Added',
      text: isLate
        ? `${what} will open in a moment. We’ll notify you if you don’t have enough coins.`
        : `${what} ${added === 1 ? 'is' : 'are'} now open in “${task.taskTitle}”.`,
      ms: MESSAGE_MS.medium,
    });
    onClose();
  });
  return (
    <FormDialog
      title="Add places"
      confirmText="Add places"
      isDisabled={isShort}
      submission={submission}
      onClose={onClose}
    >
      <p>{`Let more workers do “${task.taskTitle}”. The pay per worker stays the same.`}</p>
      <NumberField
        label="Places"
        hint={`${task.payableAmount.toLocaleString('en')} ${task.payableAmount === 1 ? 'coin' : 'coins'} for each worker.`}
        {...fieldOf(form, 'places', placesRule)}
      />
      <Facts>
        <Fact label="Total cost">{cost === null ? '–' : <Coins amount={cost} />}</Fact>
        <CoinFact label="Your balance" amount={balance} />
      </Facts>
      {isShort && (
        <Notice tone="warn">
          <span>{shortfallOf(cost, balance)}</span> <Link to={paths.purchaseCoin}>Purchase Coin</Link>
        </Notice>
      )}
    </FormDialog>
  );
}
