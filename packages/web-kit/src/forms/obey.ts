import type { FieldRule } from '@piecework/contracts/field-rules';
import { translated } from '@piecework/i18n';
import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';

/** The validation of react-hook-form by a rule of the contract, in the reader's language. */
export const obey = ({ faultOf }: FieldRule) => ({
  validate: (typed: string): string | true => {
    const fault = faultOf(typed);
    return fault === null || translated(fault);
  },
});

/** The properties that make a field of `ui` one of the form. */
export const fieldOf = <T extends FieldValues, N extends FieldPath<T>>(
  form: UseFormReturn<T>,
  name: N,
  rule?: FieldRule,
  options?: RegisterOptions<T, N>,
) => ({
  error: form.getFieldState(name, form.formState).error?.message,
  ...form.register(name, { ...(rule && (obey(rule) as RegisterOptions<T, N>)), ...options } as RegisterOptions<T, N>),
});
