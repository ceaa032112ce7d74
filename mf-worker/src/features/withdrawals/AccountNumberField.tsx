import {
  ACCOUNT_NUMBER_LENGTH,
  accountNumberFault,
  type PaymentSystem,
} from '@piecework/contracts/constants';
import { t, translated } from '@piecework/i18n';
import { TextField } from '@piecework/ui';

interface Rules {
  setValueAs(typed: string): string;
  validate(value: string): string | true;
}

interface AccountNumberFieldProps {
  /** Empty until one is chosen. */
  system: PaymentSystem | '';
  error: string | undefined;
  register(rules: Rules): object;
}

const { min, max } = ACCOUNT_NUMBER_LENGTH;
const EXAMPLE = '01XXXXXXXXX';

const BANGLA_ZERO = '০'.charCodeAt(0);
/** '০১৭১' → '0171': a keyboard may type Bangla digits in either language. */
const inLatinDigits = (typed: string): string =>
  typed.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BANGLA_ZERO));

/** P-5.7: text, because a number field drops a leading zero. */
const faultOf = (system: PaymentSystem | '', value: string): string | true => {
  const text = value.trim();
  if (text === '') return t('Account Number is required');
  if (text.length < min) return t('Account Number must be at least {min} characters', { min });
  const fault = accountNumberFault(system || 'other', text);
  return fault === null || translated(fault);
};

export const AccountNumberField = ({ system, error, register }: AccountNumberFieldProps) => (
  <TextField
    label={t('Account Number')}
    inputMode={system === 'other' ? 'text' : 'numeric'}
    autoComplete="off"
    placeholder={EXAMPLE}
    maxLength={max}
    hint={t('Usually 11 digits. It is stored encrypted, and shown only to the admin who pays you.')}
    error={error}
    {...register({ setValueAs: inLatinDigits, validate: (value) => faultOf(system, value) })}
  />
);
