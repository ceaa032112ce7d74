import type { FieldValue, FormField } from './forms';

/** '41.50' → '41.5': one text for one value. */
const plainDecimal = (number: string): string =>
  (number.includes('.') ? number.replace(/\.?0+$/, '') : number).replace(/^-0$/, '0');

const plainText = (text: string): string =>
  text.normalize('NFC').toLowerCase().normalize('NFC').replace(/\s+/g, ' ').trim();

/** The same for values that count as the same answer; '' without a value. */
export const comparisonKey = (field: FormField, value: FieldValue | undefined): string => {
  if (value === undefined) return '';
  if (field.kind === 'choices') return JSON.stringify([...new Set([value].flat())].sort());
  if (typeof value !== 'string') return JSON.stringify(value);
  switch (field.kind) {
    case 'number':
      return plainDecimal(value);
    case 'text':
    case 'longText':
      return plainText(value);
    default:
      return value;
  }
};
