import { taskRules } from '@piecework/contracts/field-rules';
import { parseWholeNumber } from '@piecework/contracts/text';
import { Fact, Facts, formatCoins, NumberField } from '@piecework/ui';
import { call } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { useApiList } from '@piecework/web-kit/query';
import { coinsText } from '../counted';
import { AdditionCost, useIsShort } from './AdditionCost';
import { type ExtendProps, reportExtension } from './extension';

/** P-12.19. */
export function RaisePayDialog({ task, onClose }: ExtendProps) {
  const {
    _id: id,
    payableAmount: before,
    requiredWorkers: open,
    reservedPlaces: held = 0,
    sparedPlaces: spared = 0,
  } = task;
  const pending = useApiList('GET /submissions', { query: { taskId: id, status: 'pending', limit: 1 } });
  /** As many as the server charges for (P-3.19). */
  const places = pending.data && pending.data.total + open + held + spared;
  const form = useForm({ defaultValues: { payableAmount: '' } });
  const by = parseWholeNumber(form.watch('payableAmount')) - before;
  const cost = places !== undefined && by > 0 ? by * places : null;
  const isShort = useIsShort(cost);
  const submission = useSubmit(form, async ({ payableAmount }, { key }) => {
    const pay = parseWholeNumber(payableAmount);
    await reportExtension(call('POST /tasks/{id}/pay', { params: { id }, body: { payableAmount: pay }, key }), {
      title: 'Raised',
      done: `“${task.taskTitle}” now pays ${coinsText(pay)}.`,
      late: `“${task.taskTitle}” will pay ${coinsText(pay)} in a moment. We’ll notify you if you don’t have enough coins.`,
    });
    onClose();
  });
  return (
    <FormDialog
      title="Raise the pay"
      confirmText="Raise the pay"
      isDisabled={isShort}
      submission={submission}
      onClose={onClose}
    >
      <p>
        Everything you haven’t decided yet pays more: open places, held ones and pending submissions. You can’t lower
        the pay again.
      </p>
      <NumberField
        label="New pay"
        hint={`${coinsText(before)} now.`}
        {...fieldOf(form, 'payableAmount', {
          faultOf: (typed) =>
            taskRules.payableAmount.faultOf(typed) ??
            (parseWholeNumber(typed) > before ? null : `Give more than ${coinsText(before)}`),
        })}
      />
      <Facts>
        <Fact label="Places to pay for">{places === undefined ? '–' : formatCoins(places)}</Fact>
      </Facts>
      <AdditionCost cost={cost} />
    </FormDialog>
  );
}
