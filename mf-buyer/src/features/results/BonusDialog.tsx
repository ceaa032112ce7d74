import type { Submission } from '@piecework/contracts';
import { BONUS_COINS } from '@piecework/contracts/constants';
import { bonusCoinsRule, bonusNoteRule, maxUnits } from '@piecework/contracts/field-rules';
import { parseWholeNumber } from '@piecework/contracts/text';
import { NumberField, TextArea } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { coinsText } from '../counted';
import { AdditionCost, useIsShort } from '../tasks/AdditionCost';

interface BonusDialogProps {
  submission: Submission;
  onClose(): void;
}

/** P-12.24. */
export default function BonusDialog({ submission: { _id: id, workerName }, onClose }: BonusDialogProps) {
  const form = useForm({ defaultValues: { coins: '', note: '' } });
  const typed = form.watch('coins');
  const cost = bonusCoinsRule.faultOf(typed) === null ? parseWholeNumber(typed) : null;
  const isShort = useIsShort(cost);
  const give = async (values: { coins: string; note: string }, { key }: { key: string }) => {
    const coins = parseWholeNumber(values.coins);
    await call('POST /submissions/{id}/bonus', { params: { id }, body: { coins, note: values.note }, key });
    refresh('GET /submissions', 'GET /submissions/{id}/bonuses', 'GET /user');
    onClose();
    dialogs.toast({
      icon: 'success',
      title: 'Bonus given',
      text: `${workerName} got ${coinsText(coins)} and your note.`,
      ms: MESSAGE_MS.medium,
    });
  };
  // A second bonus would cost coins.
  const submission = useSubmit(form, give, { keepKeyAs: `bonus-${id}` });
  return (
    <FormDialog
      title={`Give ${workerName} a bonus`}
      confirmText="Give the bonus"
      isDisabled={isShort}
      submission={submission}
      onClose={onClose}
    >
      <p>It comes from your balance, on top of the pay, and you can’t take it back.</p>
      <NumberField
        label="Coins"
        hint={`From ${BONUS_COINS.min} to ${coinsText(BONUS_COINS.max)}.`}
        {...fieldOf(form, 'coins', bonusCoinsRule)}
      />
      <TextArea
        label="Note to the worker"
        hint="Say what you liked. Only the two of you can read it."
        rows={3}
        maxLength={maxUnits(bonusNoteRule)}
        {...fieldOf(form, 'note', bonusNoteRule)}
      />
      <AdditionCost cost={cost} />
    </FormDialog>
  );
}
