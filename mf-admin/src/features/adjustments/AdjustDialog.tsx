import type { User } from '@piecework/contracts';
import { ADJUSTMENT_KINDS, type AdjustmentKind } from '@piecework/contracts/constants';
import { adjustmentCoinsRule, adjustmentReasonRule, maxUnits } from '@piecework/contracts/field-rules';
import { parseWholeNumber } from '@piecework/contracts/text';
import { CoinFact, Facts, formatCoins, NumberField, SelectField, TextArea } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { counted } from '../list/list-elements';
import { KIND_LABELS } from './adjustment-texts';

const DIRECTIONS = [
  { value: 'add', label: 'Add coins' },
  { value: 'take', label: 'Take coins' },
] as const;
const KINDS = ADJUSTMENT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

interface AdjustDialogProps {
  person: Pick<User, '_id' | 'userName' | 'userEmail' | 'userAvailableCoin'>;
  onClose(): void;
}

/** Adds coins to the account of a person, or takes some (P-13.15). */
export default function AdjustDialog({ person, onClose }: AdjustDialogProps) {
  const { _id: id, userName, userEmail, userAvailableCoin: balance } = person;
  const form = useForm<{ direction: 'add' | 'take'; kind: AdjustmentKind; coins: string; reason: string }>({
    defaultValues: { direction: 'add', kind: 'refund', coins: '', reason: '' },
  });
  const [direction, typed] = form.watch(['direction', 'coins']);
  const signed = (text: string, way: 'add' | 'take') => (way === 'take' ? -1 : 1) * parseWholeNumber(text);
  const change = signed(typed, direction);
  const submission = useSubmit(form, async ({ direction: way, kind, coins, reason }, { key }) => {
    const body = { coins: signed(coins, way), kind, reason: reason.trim() };
    const { state } = await call('POST /users/{id}/adjustments', { params: { id }, body, key });
    onClose();
    refresh('GET /adjustments', 'GET /users', 'GET /admin/people/{id}', 'GET /statement', 'GET /totals');
    const sum = `${counted(Math.abs(body.coins), 'coin')} ${way === 'take' ? 'from' : 'to'} ${userName}`;
    await dialogs.success(
      state === 'posted'
        ? { title: 'Updated!', text: `${sum}. The coin statement shows your reason.`, ms: MESSAGE_MS.medium }
        : {
            title: 'Another admin decides',
            text: `${sum}: this exceeds what one admin can adjust in a day. It’s posted once another admin approves it.`,
            ms: MESSAGE_MS.medium,
          },
    );
  });
  return (
    <FormDialog title="Adjust coins" confirmText="Adjust" submission={submission} onClose={onClose}>
      <p>{`${userName} (${userEmail})`}</p>
      <Facts>
        <CoinFact label="Balance" amount={balance} />
        <CoinFact
          label="After the adjustment"
          amount={Number.isNaN(change) ? balance : Math.max(0, balance + change)}
        />
      </Facts>
      <SelectField
        label="Direction"
        options={DIRECTIONS}
        {...fieldOf(form, 'direction', undefined, { deps: 'coins' })}
      />
      <NumberField
        label="Coins"
        hint="More than one admin can adjust in a day waits for another admin."
        {...fieldOf(form, 'coins', adjustmentCoinsRule, {
          validate: (coins, { direction: way }) =>
            balance + signed(coins, way) >= 0 || `Only ${formatCoins(balance)} coins are in the balance`,
        })}
      />
      <SelectField
        label="Kind"
        hint="A refund returns coins that are due. A correction puts a mistake right."
        options={KINDS}
        {...fieldOf(form, 'kind')}
      />
      <TextArea
        label="Reason"
        hint="The person reads it in their coin statement."
        rows={3}
        maxLength={maxUnits(adjustmentReasonRule)}
        {...fieldOf(form, 'reason', adjustmentReasonRule)}
      />
    </FormDialog>
  );
}
