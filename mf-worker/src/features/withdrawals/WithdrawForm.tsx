import type { PaymentSystem } from '@piecework/contracts';
import { MIN_WITHDRAWAL_COINS, PAYMENT_SYSTEMS } from '@piecework/contracts/constants';
import {
  Button,
  FormActions,
  FormCard,
  formatCoins,
  Notice,
  NumberField,
  SelectField,
  TextField,
} from '@piecework/ui';
import { ApiError, call, dialogs, refresh } from '@piecework/web-kit';
import { type UseFormReturn, useForm, useSubmit } from '@piecework/web-kit/forms';
import type { FormEvent } from 'react';
import { amountOf, coinsToGo, mostOf, warningOf } from './payout';

interface Values {
  withdrawalCoin: string;
  /** Dollars, computed from the coins. */
  withdrawalAmount: string;
  paymentSystem: PaymentSystem | '';
  accountNumber: string;
}
const EMPTY: Values = { withdrawalCoin: '', withdrawalAmount: '', paymentSystem: '', accountNumber: '' };

interface Coins {
  balance: number;
  /** Coins of earlier requests that nobody has decided yet. */
  waiting: number;
}

/** Asks for a payout. */
export const WithdrawForm = ({ balance, waiting }: Coins) => {
  const form = useForm<Values>({ defaultValues: EMPTY });
  const { onSubmit, isSending, failure } = useSubmit(form, async (values, { key }) => {
    await ask(values, key);
    form.reset(EMPTY);
    await dialogs.success({
      title: 'withdrawal Successful',
      text: 'You follow its state in the list below.',
    });
  });
  const canWithdraw = balance >= MIN_WITHDRAWAL_COINS;
  return (
    <FormCard onSubmit={canWithdraw ? onSubmit : hold} noValidate aria-label="Withdraw">
      <CoinFields form={form} balance={balance} waiting={waiting} />
      <PayoutFields form={form} />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <FormActions>
        <Button
          type="submit"
          variant="primary"
          busy={isSending}
          aria-disabled={!canWithdraw || undefined}
          aria-describedby={canWithdraw ? undefined : 'insufficient'}
        >
          {canWithdraw ? 'Withdraw' : 'Insufficient coin'}
        </Button>
        {!canWithdraw && (
          <span id="insufficient">
            {coinsToGo(balance)} to go: withdrawals begin at {MIN_WITHDRAWAL_COINS}.
          </span>
        )}
      </FormActions>
    </FormCard>
  );
};

/** Enter in a field submits too, however dim the button is. */
const hold = (event: FormEvent) => event.preventDefault();

/** Refusals are told in a dialog, beside the field that they are about, where there is one. */
const ask = async ({ withdrawalCoin, paymentSystem }: Values, key: string) => {
  try {
    await call('POST /withdrawals', {
      body: { withdrawalCoin: Number(withdrawalCoin), paymentSystem: paymentSystem || 'other' },
      key,
    });
  } catch (error) {
    if (error instanceof ApiError) await dialogs.failure({ title: 'Error', text: error.message });
    throw error;
  }
  refresh('GET /withdrawals');
};

const SYSTEMS = [
  { value: '', label: 'Choose one' },
  ...PAYMENT_SYSTEMS.map((value) => ({ value, label: value })),
];

type FieldsProps = { form: UseFormReturn<Values> };

const CoinFields = ({ form, balance, waiting }: FieldsProps & Coins) => {
  const { register, setValue, watch, formState } = form;
  const { errors, isSubmitted } = formState;
  const follow = (typed: string) =>
    setValue('withdrawalAmount', amountOf(typed), { shouldValidate: isSubmitted });
  const take = (coins: number) => {
    setValue('withdrawalCoin', String(coins), { shouldDirty: true, shouldValidate: true });
    follow(String(coins));
  };
  const warning = warningOf(Number(watch('withdrawalCoin')), balance, waiting);
  const most = mostOf(balance, waiting);
  return (
    <>
      <NumberField
        label="Coin To WithDraw"
        hint={`At least ${MIN_WITHDRAWAL_COINS} coins.`}
        min={MIN_WITHDRAWAL_COINS}
        step={1}
        error={errors.withdrawalCoin?.message}
        {...register('withdrawalCoin', {
          required: 'Coin is required',
          min: { value: MIN_WITHDRAWAL_COINS, message: `Coin is required: at least ${MIN_WITHDRAWAL_COINS}` },
          validate: (typed) => Number.isInteger(Number(typed)) || 'Coin is required: a whole number',
          onChange: (event) => follow(event.target.value),
        })}
      />
      {most !== undefined && (
        <div>
          <Button type="button" variant="quiet" size="small" onClick={() => take(most)}>
            Take the most: {formatCoins(most)} coins
          </Button>
        </div>
      )}
      <div aria-live="polite">{warning && <Notice tone="info">{warning}</Notice>}</div>
      <TextField
        label="Withdraw Amount"
        hint="In dollars: 20 coins are one dollar."
        readOnly
        placeholder="0.00"
        error={errors.withdrawalAmount?.message}
        {...register('withdrawalAmount', { required: 'Withdraw Amount is required' })}
      />
    </>
  );
};

const PayoutFields = ({ form: { register, formState } }: FieldsProps) => (
  <>
    <SelectField
      label="Payment System"
      options={SYSTEMS}
      error={formState.errors.paymentSystem?.message}
      {...register('paymentSystem', { required: 'Payment System is required' })}
    />
    <TextField
      label="Account Number"
      inputMode="numeric"
      autoComplete="off"
      placeholder="01XXXXXXXXX"
      hint="11 digits. It stays on this page: Piecework keeps no account numbers, and the admin who pays you goes by their own records."
      error={formState.errors.accountNumber?.message}
      {...register('accountNumber', {
        required: 'Account Number is required',
        pattern: { value: /^[\d\s-]*\d[\d\s-]*$/, message: 'Account Number is required: digits only' },
      })}
    />
  </>
);
