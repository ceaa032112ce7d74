import type { PaymentSystem } from '@piecework/contracts/constants';
import { accountNumberFault } from '@piecework/contracts/field-rules';
import { cleanAccountNumber } from '@piecework/contracts/text';
import { t, translated } from '@piecework/i18n';
import { TextField } from '@piecework/ui';

interface Rules {
  setValueAs(typed: string): string;
  onBlur(event: { target: HTMLInputElement }): void;
  validate(value: string, form: { accountNumber: string; paymentSystem?: PaymentSystem | '' }): string | true;
}

interface AccountNumberFieldProps {
  /** Empty until one is chosen. */
  system: PaymentSystem | '';
  /** The field of the form. */
  register(rules: Rules): object;
}

const EXAMPLE = '01XXXXXXXXX';

/** P-5.7: text, because a number field drops a leading zero. */
const faultOf = (system: PaymentSystem | '', value: string): string | true => {
  const fault = accountNumberFault(system || 'other', value);
  return fault === null || translated(fault);
};

export const AccountNumberField = ({ system, register }: AccountNumberFieldProps) => {
  const clean = (typed: string) => cleanAccountNumber(system || 'other', typed);
  return (
    <TextField
      label={t('Account Number')}
      inputMode={system === 'other' ? 'text' : 'numeric'}
      autoComplete="off"
      placeholder={EXAMPLE}
      hint={t('Usually 11 digits. We encrypt it and show it only to the admin who pays you.')}
      {...register({
        setValueAs: clean,
        // A person sees the number that is stored.
        onBlur: ({ target }) => {
          target.value = clean(target.value);
        },
        // A change of the system validates the number before `system` follows.
        validate: (value, { paymentSystem = system }) => faultOf(paymentSystem, value),
      })}
    />
  );
};
