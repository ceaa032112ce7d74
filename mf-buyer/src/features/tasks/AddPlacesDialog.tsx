import { placesRule } from '@piecework/contracts/field-rules';
import { parseWholeNumber } from '@piecework/contracts/text';
import { formatCoins, NumberField } from '@piecework/ui';
import { call } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { coinsText } from '../counted';
import { AdditionCost, useIsShort } from './AdditionCost';
import { type ExtendProps, reportExtension } from './extension';
import { costOf } from './posting';

/** P-12.14. */
export function AddPlacesDialog({ task, onClose }: ExtendProps) {
  const form = useForm({ defaultValues: { places: '' } });
  const cost = costOf(form.watch('places'), String(task.payableAmount));
  const isShort = useIsShort(cost);
  const submission = useSubmit(form, async ({ places }, { key }) => {
    const added = parseWholeNumber(places);
    const what = added === 1 ? '1 place' : `${formatCoins(added)} places`;
    await reportExtension(call('POST /tasks/{id}/places', { params: { id: task._id }, body: { places: added }, key }), {
      title: 'Added',
      done: `${what} ${added === 1 ? 'is' : 'are'} now open in “${task.taskTitle}”.`,
      late: `${what} will open in a moment. We’ll notify you if you don’t have enough coins.`,
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
        hint={`${coinsText(task.payableAmount)} for each worker.`}
        {...fieldOf(form, 'places', placesRule)}
      />
      <AdditionCost cost={cost} />
    </FormDialog>
  );
}
