import {
  ACCOUNT_NUMBER_LENGTH,
  accountNumberFault,
  type PaymentSystem,
} from '@piecework/contracts/constants';
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

/** P-5.7: text, because a number field drops a leading zero. */
const faultOf = (system: PaymentSystem | '', typed: string): string | true => {
  const text = typed.trim();
  if (text === '') return 'Account Number is required';
  if (text.length < min) return `Account Number must be at least ${min} characters`;
  return accountNumberFault(system || 'other', text) ?? true;
};

export const AccountNumberField = ({ system, error, register }: AccountNumberFieldProps) => (
  <TextField
    label="Account Number"
    inputMode={system === 'other' ? 'text' : 'numeric'}
    autoComplete="off"
    placeholder="01XXXXXXXXX"
    maxLength={max}
    hint="Usually 11 digits. It is stored encrypted, and shown only to the admin who pays you."
    error={error}
    {...register({ validate: (typed) => faultOf(system, typed) })}
  />
);
