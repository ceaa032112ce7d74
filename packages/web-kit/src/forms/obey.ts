import type { FieldRule } from '@piecework/contracts/field-rules';
import { translated } from '@piecework/i18n';

/** The validation of react-hook-form by a rule of the contract, in the reader's language. */
export const obey = ({ faultOf }: FieldRule) => ({
  validate: (typed: string): string | true => {
    const fault = faultOf(typed);
    return fault === null || translated(fault);
  },
});
