import {
  ACCOUNT_NUMBER_LENGTH,
  accountNumberFault,
  type PaymentSystem,
} from '@piecework/contracts/constants';
import { t, translated } from '@piecework/i18n';
import { TextField } from '@piecework/ui';

interface Rules {
  validate(typed: string): string | true;
}

interface AccountNumberFieldProps {
  /** Empty until one is chosen. */
  system: PaymentSystem | '';
  error: string | undefined;
  register(rules: Rules): object;
}

const { min, max } = ACCOUNT_NUMBER_LENGTH;
/** In every language: the field takes no Bangla digits. */
const EXAMPLE = '01XXXXXXXXX';

/** P-5.7: text, because a number field drops a leading zero. */
const faultOf = (system: PaymentSystem | '', typed: string): string | true => {
  const text = typed.trim();
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
    {...register({ validate: (typed) => faultOf(system, typed) })}
  />
);
