import type { PaymentSystem, Withdrawal } from '@piecework/contracts';
import {
  ACCOUNT_MASK_LENGTH,
  COINS_PER_DOLLAR,
  MIN_WITHDRAWAL_COINS,
  PAYMENT_SYSTEMS,
} from '@piecework/contracts/constants';
import {
  accountNumberFault,
  PAYMENT_SYSTEM,
  requiredFault,
  withdrawalCoinsRule,
} from '@piecework/contracts/field-rules';
import { cleanAccountNumber, parseWholeNumber } from '@piecework/contracts/text';
import { type WorkerCoins, withdrawableOf } from '@piecework/contracts/withdrawal-coins';
import { localDigits, t, translated } from '@piecework/i18n';
import {
  Button,
  type Elements,
  FormActions,
  FormCard,
  Notice,
  NumberField,
  RadioCards,
  Row,
  SelectField,
  Stack,
  TextField,
} from '@piecework/ui';
import { media, quietText, space } from '@piecework/ui/styles';
import { ApiError, call, dialogs, showFailure } from '@piecework/web-kit';
import { fieldOf, type UseFormReturn, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh, useApiList, useEmailConfirmation } from '@piecework/web-kit/query';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { AccountNumberField } from './AccountNumberField';
import { WithdrawalSummary } from './WithdrawalSummary';
import { amountOf, missingText, warningOf } from './withdrawal-amounts';

const EMPTY = {
  withdrawalCoin: '',
  /** Dollars, computed from the coins. */
  withdrawalAmount: '',
  paymentSystem: '' as PaymentSystem | '',
  accountNumber: '',
  /** The earlier withdrawal whose account number is used again; empty: the typed one. */
  accountFrom: '',
};
type Values = typeof EMPTY;

interface Props {
  balance: number;
  /** Undefined while they load. */
  coins: WorkerCoins | undefined;
  /** The list below the form, or beside it on a wide screen. */
  children: Elements;
}

export const WithdrawForm = ({ balance, coins: worker, children }: Props) => {
  const form = useForm<Values>({ defaultValues: EMPTY });
  const [isUnconfirmed, setUnconfirmed] = useState(false);
  const { onSubmit, isSending, failure } = useSubmit(form, async (values, { key }) => {
    setUnconfirmed(false);
    try {
      await requestWithdrawal(values, key);
    } catch (error) {
      setUnconfirmed(isOfAddress(error));
      throw error;
    }
    form.reset(EMPTY);
    await dialogs.success({
      title: t('withdrawal Successful'),
      text: t('You can track your request in the list below.'),
    });
  });
  const { withdrawalCoin, paymentSystem, accountFrom, accountNumber } = form.watch();
  const coins = parseWholeNumber(withdrawalCoin);
  const lastOf = useLastAccounts();
  const warning = worker && warningOf(coins, worker);
  const canWithdraw = balance >= MIN_WITHDRAWAL_COINS;
  return (
    <Columns>
      <FormCard onSubmit={canWithdraw ? onSubmit : preventSubmit} aria-label={t('Withdraw')}>
        <CoinFields form={form} canWithdraw={canWithdraw} coins={worker} />
        <PayoutFields form={form} lastOf={lastOf} />
        {warning && <Notice tone="info">{warning}</Notice>}
        <ConfirmAddress isRefused={isUnconfirmed} />
        <FormActions failure={failure}>
          <Button
            type="submit"
            variant="primary"
            busy={isSending}
            aria-disabled={!canWithdraw || undefined}
            aria-describedby={canWithdraw ? undefined : 'insufficient'}
          >
            {canWithdraw ? t('Withdraw') : t('Insufficient coin')}
          </Button>
          {!canWithdraw && <span id="insufficient">{worker && missingText(worker)}</span>}
        </FormActions>
      </FormCard>
      <WithdrawalSummary
        typed={coins}
        worker={worker ?? { available: balance, requested: 0 }}
        paymentSystem={paymentSystem}
        accountMask={accountFrom ? lastOf(paymentSystem)?.accountMask : maskOf(paymentSystem, accountNumber)}
      />
      {children}
    </Columns>
  );
};

/** Of a number that is complete. */
const maskOf = (system: PaymentSystem | '', typed: string): string | undefined =>
  accountNumberFault(system || 'other', typed) === null
    ? cleanAccountNumber(system, typed).replaceAll('-', '').slice(-ACCOUNT_MASK_LENGTH)
    : undefined;

/** Enter submits the form even when the button is dimmed. */
const preventSubmit = (event: FormEvent) => event.preventDefault();

const isOfAddress = (error: unknown): boolean => error instanceof ApiError && error.code === 'email-unconfirmed';

/** Shows a refusal in a dialog, and beside its field where there is one. */
const requestWithdrawal = async (values: Values, key: string) => {
  const { withdrawalCoin, paymentSystem, accountNumber, accountFrom } = values;
  try {
    await call('POST /withdrawals', {
      body: {
        withdrawalCoin: parseWholeNumber(withdrawalCoin),
        paymentSystem: paymentSystem || 'other',
        ...(accountFrom ? { accountFrom } : { accountNumber: cleanAccountNumber(paymentSystem, accountNumber) }),
      },
      key,
    });
  } catch (error) {
    // The form says what to do.
    if (!isOfAddress(error)) showFailure(error);
    throw error;
  }
  refresh('GET /withdrawals', 'GET /totals');
};

const systems = () => [
  { value: '', label: t('Choose one') },
  ...PAYMENT_SYSTEMS.map((value) => ({ value, label: translated(value) })),
];

type FieldsProps = { form: UseFormReturn<Values> };

const CoinFields = ({
  form,
  canWithdraw,
  coins: worker,
}: FieldsProps & { canWithdraw: boolean; coins: WorkerCoins | undefined }) => {
  const { setValue, formState } = form;
  const updateAmount = (typed: string) =>
    setValue('withdrawalAmount', amountOf(typed), { shouldValidate: formState.isSubmitted });
  const fillIn = (coins: number) => {
    setValue('withdrawalCoin', String(coins), { shouldDirty: true, shouldValidate: true });
    updateAmount(String(coins));
  };
  const maximum = worker ? withdrawableOf(worker) : 0;
  return (
    <>
      <Stack gap={2}>
        <NumberField
          label={t('Coin To WithDraw')}
          hint={t('At least {coins} coins.', { coins: MIN_WITHDRAWAL_COINS })}
          {...fieldOf(form, 'withdrawalCoin', withdrawalCoinsRule, {
            onChange: (event) => updateAmount(event.target.value),
          })}
        />
        {canWithdraw && worker && (
          <Slot>
            {maximum === 0 ? (
              missingText(worker)
            ) : (
              <Button type="button" variant="secondary" size="small" onClick={() => fillIn(maximum)}>
                {t('Use the maximum: {coins} coins', { coins: maximum })}
              </Button>
            )}
          </Slot>
        )}
      </Stack>
      <TextField
        label={t('Withdraw Amount')}
        hint={t('In dollars: {coins} coins = $1.', { coins: COINS_PER_DOLLAR })}
        readOnly
        placeholder={localDigits('0.00')}
        {...fieldOf(form, 'withdrawalAmount', undefined, { required: t('Withdraw Amount is required') })}
      />
    </>
  );
};

const PayoutFields = ({ form, lastOf }: FieldsProps & { lastOf: LastOf }) => {
  const { watch, setValue } = form;
  const system = watch('paymentSystem');
  const last = lastOf(system);
  return (
    <>
      <SelectField
        label={t('Payment System')}
        options={systems()}
        {...fieldOf(form, 'paymentSystem', undefined, {
          required: translated(requiredFault(PAYMENT_SYSTEM)),
          deps: ['accountNumber', 'accountFrom'],
          onChange: ({ target }) => setValue('accountFrom', lastOf(target.value)?._id ?? ''),
        })}
      />
      {last && (
        <RadioCards
          label={t('Account')}
          options={[
            { value: last._id, label: t('Same account as last time'), hint: `•••${last.accountMask}` },
            { value: '', label: t('Use another account') },
          ]}
          {...fieldOf(form, 'accountFrom')}
        />
      )}
      {!(last && watch('accountFrom')) && (
        <AccountNumberField system={system} register={(rules) => fieldOf(form, 'accountNumber', undefined, rules)} />
      )}
    </>
  );
};

const Columns = styled.div`
  display: grid;
  gap: ${space(6)};
  align-items: start;

  > * { min-width: 0; }

  ${media.desk} {
    grid-template: 'form summary' 'list list' / minmax(0, 36rem) minmax(15rem, 1fr);
    gap: ${space(8)};

    > :nth-child(1) { grid-area: form; }
    > :nth-child(2) { grid-area: summary; max-width: 36rem; }
    > :nth-child(3) { grid-area: list; }
  }
  ${media.wide} {
    grid-template: 'form summary' auto 'form list' 1fr / 36rem minmax(0, 1fr);
  }
`;

/** Reserves the height of the button, which needs the pending requests. */
const Slot = styled.div`
  ${quietText}
  display: flex;
  align-items: center;
  min-height: 36px;

  ${media.phone} { min-height: 44px; }
`;

/** Withdrawals among which an account number is looked for. */
const LOOKED_AT = 50;

type LastOf = (system: PaymentSystem | '') => Withdrawal | undefined;

/** Finds the latest withdrawal by a payment system whose account number may be used again. A cancellation erases it. */
const useLastAccounts = (): LastOf => {
  const list = useApiList('GET /withdrawals', { query: { limit: LOOKED_AT } });
  return (system) =>
    list.data?.rows.find(
      ({ paymentSystem, accountMask, status }) =>
        paymentSystem === system && accountMask !== undefined && status !== 'canceled',
    );
};

/** Where an address must be confirmed before a withdrawal. `isRefused`: the wallet has refused one. */
const ConfirmAddress = ({ isRefused }: { isRefused: boolean }) => {
  const { isRequired, email, isSent, isSending, send } = useEmailConfirmation();
  if (!isRequired && !isRefused) return null;
  return (
    <Notice tone="warn">
      <Row justify="space-between">
        <span>
          {isSent
            ? t('We sent a link to {email}. Open it, then choose Withdraw. What you’ve entered stays here.', { email })
            : t('Confirm your address before your first withdrawal. We’ll send a link to {email}.', { email })}
        </span>
        <Button type="button" variant="secondary" size="small" busy={isSending} onClick={send}>
          {isSent ? t('Resend link') : t('Send link')}
        </Button>
      </Row>
    </Notice>
  );
};
