import type { Answer, FormField } from '@piecework/contracts';
import { readField } from '@piecework/contracts/forms';
import type { FieldError } from '@piecework/http';
import type { Column, Values } from './batch';

export const expectedIn = (columns: readonly Column[]): Column[] => columns.filter(({ kind }) => kind === 'expected');

/** Boxes are JSON, as in downloads. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Of an expected value: options also by their labels, several ones with commas, semicolons or blanks. */
const typedValue = (field: FormField, text: string): unknown => {
  if (field.kind === 'boxes') return parsed(text);
  if (field.kind !== 'choice' && field.kind !== 'choices') return text;
  const optionOf = (one: string) =>
    field.options.find(({ value, label }) => value === one || label.toLowerCase() === one.toLowerCase())?.value ?? one;
  return field.kind === 'choice' ? optionOf(text) : text.split(/\s*[,;\n]\s*|\s+/).map(optionOf);
};

/** The expected values of a row in their one form. */
export const readExpected = (fields: readonly FormField[], columns: readonly Column[], values: Values) => {
  const expected: Answer = {};
  const faults: { column: string; message: string }[] = [];
  for (const { name, field: bound } of columns) {
    const text = values[name] ?? '';
    const field = fields.find((one) => one.name === bound);
    if (text === '' || !field) continue;
    const read = readField(field, typedValue(field, text), []);
    if (!read.ok) faults.push({ column: name, message: read.fault });
    else if (read.value !== undefined) expected[field.name] = read.value;
  }
  return { expected, faults };
};

/** Of columns of expected values; {@link readExpected} finds faults of the single values. */
export const expectedColumnFaults = (columns: readonly Column[], fields: readonly FormField[]): FieldError[] =>
  expectedIn(columns).flatMap(({ name, label, field: bound }, at, all) => {
    const fault = (message: string) => [{ field: `columns.${name}`, message }];
    const field = fields.find((one) => one.name === bound);
    if (!field) return fault(`The form has no field ${bound}, whose right values ${label} has`);
    if (field.kind === 'picture') return fault('A picture can’t be checked. Choose another field');
    const isRepeated = all.findIndex((other) => other.field === bound) !== at;
    return isRepeated ? fault('Another column has the right values of this field') : [];
  });
