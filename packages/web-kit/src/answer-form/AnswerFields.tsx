import type { FieldOption, FormField } from '@piecework/contracts';
import { LINE_LENGTH, TEXT_LENGTH } from '@piecework/contracts/constants';
import { readField } from '@piecework/contracts/forms';
import { lengthOf } from '@piecework/contracts/text';
import { localDigits, t } from '@piecework/i18n';
import {
  CheckboxCards,
  DateField,
  KeyCap,
  LinkedText,
  NumberField,
  RadioCards,
  SelectField,
  TextArea,
  TextField,
} from '@piecework/ui';
import { fieldOf, PicturesField, type UseFormReturn } from '@piecework/web-kit/forms';
import { type ComponentProps, useRef } from 'react';
import { styled } from 'styled-components';
import { type AnswerValues, boxesIn, inputNameOf } from './answer-values';
import { BoxesField } from './BoxesField';

/** More options take a list to choose from. */
const MOST_RADIOS = 7;

interface AnswerFieldsProps {
  fields: readonly FormField[];
  /** Of `emptyAnswers(fields)`. */
  form: UseFormReturn<AnswerValues>;
  /** Index of the row in its page. */
  row?: number;
  /** Of the row: boxes are drawn on its picture. */
  values?: Readonly<Record<string, string>> | undefined;
  /** Whether the first ten options show the digit that chooses them. The page listens for it. */
  hasKeys?: boolean;
}

/** The fields of a task's form, each with the rule of the contract. */
export const AnswerFields = ({ fields, form, row = 0, values = {}, hasKeys = false }: AnswerFieldsProps) =>
  fields.map((field) => (
    <AnswerField key={field.name} field={field} form={form} row={row} values={values} hasKeys={hasKeys} />
  ));

interface AnswerFieldProps extends Required<Omit<AnswerFieldsProps, 'fields' | 'values'>> {
  field: FormField;
  values: Readonly<Record<string, string>>;
}

const AnswerField = ({ field, form, row, values, hasKeys }: AnswerFieldProps) => {
  const name = inputNameOf(field, row);
  const { kind, required, help } = field;
  const dateInput = useRef<HTMLInputElement>(null);
  const faultOf = (typed: string | string[]): string | null => {
    const read = readField(field, kind === 'boxes' ? boxesIn(String(typed)) : typed, [typed].flat());
    return read.ok ? null : read.fault;
  };
  const label = required ? field.label : t('{label} (optional)', { label: field.label });
  if (kind === 'picture')
    return (
      <PicturesField
        control={form.control}
        name={name}
        label={label}
        most={field.maxCount ?? 1}
        help={help && <Help text={help} />}
        isOptional={false}
        faultOf={faultOf}
        error={form.formState.errors[name]?.message}
      />
    );
  if (kind === 'boxes')
    return (
      <BoxesField
        field={field}
        form={form}
        name={name}
        label={label}
        hint={help && <Help text={help} />}
        faultOf={faultOf}
        url={values[field.column ?? '']}
      />
    );
  const limits = limitsOf(field, form.watch(name));
  const props = {
    label,
    hint: help ? (
      <>
        <Help text={help} />
        {limits && <span>{limits}</span>}
      </>
    ) : (
      limits
    ),
    ...fieldOf(form, name, {
      // The value of a date that was typed in part is empty.
      faultOf: (typed) => faultOf(dateInput.current?.validity.badInput ? 'a date in part' : typed),
    }),
  };
  switch (kind) {
    case 'text':
      return <TextField autoComplete="off" {...INPUTS[field.format ?? 'any']} {...props} />;
    case 'longText':
      return <TextArea {...props} />;
    case 'number':
      return <NumberField inputMode={keyboardOf(field)} {...props} />;
    case 'date':
      return (
        <DateField
          {...props}
          min={field.min}
          max={field.max}
          ref={(input) => {
            props.ref(input);
            dateInput.current = input;
          }}
        />
      );
    case 'choice': {
      if (field.options.length > MOST_RADIOS)
        return (
          <SelectField
            options={[{ value: '', label: required ? t('Choose one') : t('No answer') }, ...field.options]}
            {...props}
          />
        );
      const options = optionsOf(field, hasKeys);
      return (
        <RadioCards options={required ? options : [...options, { value: '', label: t('No answer') }]} {...props} />
      );
    }
    case 'choices':
      return <CheckboxCards options={optionsOf(field, hasKeys)} {...props} />;
  }
};

const optionsOf = ({ options }: { options: readonly FieldOption[] }, hasKeys: boolean) =>
  options.map(({ value, label }, at) => ({
    value,
    label:
      hasKeys && at < 10 ? (
        <>
          <KeyCap aria-hidden>{localDigits(String((at + 1) % 10))}</KeyCap> <span>{label}</span>
        </>
      ) : (
        label
      ),
  }));

const Help = ({ text }: { text: string }) => (
  <Lines>
    <LinkedText text={text} />
  </Lines>
);

const Lines = styled.span`
  display: block;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

type Text = Extract<FormField, { kind: 'text' }>;

const INPUTS: Readonly<Record<NonNullable<Text['format']>, Partial<ComponentProps<typeof TextField>>>> = {
  any: {},
  email: { type: 'email', autoCapitalize: 'none' },
  digits: { inputMode: 'numeric' },
  https: { type: 'url', autoCapitalize: 'none' },
};

/** The number pad of an iPhone has no minus. */
const keyboardOf = ({ min, decimals = 0 }: Extract<FormField, { kind: 'number' }>) => {
  if (min?.startsWith('-')) return 'text';
  return decimals > 0 ? 'decimal' : 'numeric';
};

/** What a worker should know before; of a text only close to its end. */
const limitsOf = (field: FormField, typed: string | string[] | undefined): string | undefined => {
  switch (field.kind) {
    case 'text':
    case 'longText': {
      const max = field.maxLength ?? (field.kind === 'text' ? LINE_LENGTH : TEXT_LENGTH);
      const left = max - lengthOf(String(typed ?? '').trim());
      return left < max * 0.1 ? t('{count} characters left.', { count: Math.max(0, left) }) : undefined;
    }
    case 'number':
      return boundsOf(field);
    case 'choices':
      return countsOf(field);
    default:
      return undefined;
  }
};

const boundsOf = ({ min, max }: Extract<FormField, { kind: 'number' }>): string | undefined => {
  if (min !== undefined && max !== undefined)
    return t('From {min} to {max}.', { min: localDigits(min), max: localDigits(max) });
  if (max !== undefined) return t('At most {max}.', { max: localDigits(max) });
  return min === undefined ? undefined : t('At least {min}.', { min: localDigits(min) });
};

const countsOf = ({ options, minCount: min = 1, maxCount: max }: Extract<FormField, { kind: 'choices' }>) => {
  const isBounded = max !== undefined && max < options.length;
  if (min > 1 && isBounded)
    return min === max ? t('Choose {count}.', { count: min }) : t('Choose {min} to {max}.', { min, max });
  if (isBounded) return t('Choose up to {max}.', { max });
  return min > 1 ? t('Choose at least {min}.', { min }) : undefined;
};
