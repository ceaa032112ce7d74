/**
 * Forms: the fields in which a worker answers. The server and the screens share these rules, so the module imports no zod. Messages name no field,
 * because they stand beside it or come with its path.
 */
import { type Box, boxText, pictureColumnOf, readBoxes } from './boxes';
import * as c from './constants';
import {
  dayFault,
  type FieldRule,
  isMissing,
  lineRule,
  linesRule,
  requiredFault,
  wholeNumberRule,
} from './field-rules';
import { cleanEmail, compareDecimals, decimalsOf, EMAIL_PATTERN, latinDigits, parseDecimal } from './text';

export interface FieldOption {
  value: string;
  label: string;
}

interface FieldBase {
  /** The key of its value in an answer. */
  name: string;
  label: string;
  help?: string | undefined;
  required: boolean;
}

/** Days are `YYYY-MM-DD`, bounds of numbers decimal strings. Bounds include their value; without one there is no bound. */
export type FormField = FieldBase &
  (
    | { kind: 'text'; maxLength?: number | undefined; format?: c.TextFormat | undefined }
    | { kind: 'longText'; maxLength?: number | undefined }
    | { kind: 'number'; min?: string | undefined; max?: string | undefined; decimals?: number | undefined }
    | { kind: 'date'; min?: string | undefined; max?: string | undefined }
    | { kind: 'choice'; options: FieldOption[] }
    | { kind: 'choices'; options: FieldOption[]; minCount?: number | undefined; maxCount?: number | undefined }
    | { kind: 'picture'; maxCount?: number | undefined }
    /** `options` are the labels; drawn on the picture of `column`, or of the first column with pictures. */
    | { kind: 'boxes'; options: FieldOption[]; maxCount?: number | undefined; column?: string | undefined }
  );
export type FieldOf<K extends c.FieldKind> = Extract<FormField, { kind: K }>;

export interface Form {
  fields: FormField[];
}

/** A text, a decimal string, a day or an option's value; of `choices`, `picture` and `boxes` a list. */
export type FieldValue = string | string[] | Box[];
/** Field name → value. A field without a value is absent. */
export type Answer = Record<string, FieldValue>;

// Rules of a form

const decimalRule = (label: string): FieldRule => ({
  faultOf: (typed) => {
    const number = parseDecimal(typed);
    if (number === null) return `${label} must be a number`;
    const whole = number.replace(/^-/, '').split('.')[0]?.length ?? 0;
    const isLong = whole > c.NUMBER_DIGITS.whole || decimalsOf(number) > c.NUMBER_DIGITS.decimals;
    return isLong
      ? `${label} must have at most ${c.NUMBER_DIGITS.whole} digits, and ${c.NUMBER_DIGITS.decimals} behind the point`
      : null;
  },
});

const patternRule = (label: string, pattern: RegExp, wrong: string) => ({
  pattern,
  faultOf: (value: string): string | null => {
    if (isMissing(value)) return requiredFault(label);
    return pattern.test(value) ? null : wrong;
  },
});

const namePattern = /* @__PURE__ */ patternRule(
  'Name',
  /^[a-z][a-z0-9_]{0,39}$/,
  'Name must begin with a letter from a to z, and have at most 40 letters, digits and underscores',
);
const nameRule = {
  ...namePattern,
  // An answer is an object, which has this property without a value.
  faultOf: (name: string) => (name === 'constructor' ? 'Choose another name' : namePattern.faultOf(name)),
};

export const formRules = {
  label: /* @__PURE__ */ lineRule('Label', { max: c.TITLE_LENGTH }),
  help: /* @__PURE__ */ linesRule('Help', { max: c.REASON_LENGTH.max }),
  name: nameRule,
  optionLabel: /* @__PURE__ */ lineRule('Option', { max: c.TITLE_LENGTH }),
  optionValue: /* @__PURE__ */ patternRule(
    'Value',
    /^[\p{L}\p{M}\p{N}_.-]{1,60}$/u,
    'Value must have letters, digits, dots, dashes and underscores only, and at most 60',
  ),
  lineLength: /* @__PURE__ */ wholeNumberRule('Characters', 1, c.LINE_LENGTH),
  textLength: /* @__PURE__ */ wholeNumberRule('Characters', 1, c.TEXT_LENGTH),
  decimals: /* @__PURE__ */ wholeNumberRule('Decimals', 0, c.NUMBER_DIGITS.decimals),
  smallest: /* @__PURE__ */ decimalRule('Smallest value'),
  largest: /* @__PURE__ */ decimalRule('Largest value'),
  fewest: /* @__PURE__ */ wholeNumberRule('Fewest', 1, c.OPTION_COUNT.max),
  most: /* @__PURE__ */ wholeNumberRule('Most', 1, c.OPTION_COUNT.max),
  pictures: /* @__PURE__ */ wholeNumberRule('Pictures', 1, c.MAX_ATTACHMENTS),
  boxes: /* @__PURE__ */ wholeNumberRule('Boxes', 1, c.MAX_BOXES),
} as const;

/** At its place below `fields`: `[0, 'options', 1, 'value']`. */
export interface FormFault {
  path: (string | number)[];
  message: string;
}

/** Position of the first value that an earlier place has, too, or -1. */
const repeatOf = (values: readonly string[]): number => values.findIndex((value, at) => values.indexOf(value) !== at);

const optionFaults = (options: readonly FieldOption[]): FormFault[] =>
  (['value', 'label'] as const).flatMap((part) => {
    const at = repeatOf(options.map((option) => option[part]));
    return at === -1 ? [] : [{ path: ['options', at, part], message: 'Another option is the same' }];
  });

const boundsFault = (isReversed: boolean, path: string): FormFault[] =>
  isReversed ? [{ path: [path], message: 'This must be at least as large as the lower limit' }] : [];

const fieldFaults = (field: FormField): FormFault[] => {
  switch (field.kind) {
    case 'number':
      return boundsFault(
        field.min !== undefined && field.max !== undefined && compareDecimals(field.min, field.max) > 0,
        'max',
      );
    case 'date':
      return boundsFault(field.min !== undefined && field.max !== undefined && field.min > field.max, 'max');
    case 'choice':
    case 'boxes':
      return optionFaults(field.options);
    case 'choices': {
      const { options, minCount = 1, maxCount = options.length } = field;
      const tooMany: FormFault[] =
        minCount > options.length ? [{ path: ['minCount'], message: 'There are fewer options than this' }] : [];
      return [...optionFaults(options), ...tooMany, ...boundsFault(minCount > maxCount, 'maxCount')];
    }
    default:
      return [];
  }
};

/** What the rules of the single values do not find: faults between values. */
export const formFaults = (fields: readonly FormField[]): FormFault[] => {
  const faults = fields.flatMap((field, at) =>
    fieldFaults(field).map(({ path, message }) => ({ path: [at, ...path], message })),
  );
  const repeated = repeatOf(fields.map(({ name }) => name));
  if (repeated !== -1) faults.push({ path: [repeated, 'name'], message: 'Another field has this name' });
  let pictures = 0;
  fields.forEach((field, at) => {
    if (field.kind !== 'picture') return;
    pictures += field.maxCount ?? 1;
    if (pictures > c.MAX_ATTACHMENTS)
      faults.push({
        path: [at, 'maxCount'],
        message: `All fields together can have at most ${c.MAX_ATTACHMENTS} pictures`,
      });
  });
  return faults;
};

// Answers

/** `undefined`: the field has no value. */
export type ReadValue =
  | { ok: true; value: FieldValue | undefined }
  /** `at`: path of the fault below the value. */
  | { ok: false; fault: string; at?: string };

const fault = (message: string): ReadValue => ({ ok: false, fault: message });
const valued = (value: FieldValue): ReadValue => ({ ok: true, value });
/** `fault: null`: the value is good. */
const checked = (value: string, message: string | null): ReadValue =>
  message === null ? valued(value) : fault(message);

const SUBJECT = 'This answer';

const FORMAT_RULES: Readonly<
  Record<c.TextFormat, { clean(value: string): string; faultOf(value: string): string | null }>
> = {
  any: { clean: (value) => value, faultOf: () => null },
  email: {
    clean: cleanEmail,
    faultOf: (value) => (EMAIL_PATTERN.test(value) ? null : `${SUBJECT} must look like name@example.com`),
  },
  digits: {
    clean: (value) => latinDigits(value.normalize('NFKC')),
    faultOf: (value) => (/^\d+$/.test(value) ? null : `${SUBJECT} can only have digits`),
  },
  https: {
    clean: (value) => value,
    faultOf: (value) => (isHttps(value) ? null : `${SUBJECT} must be an address that begins with https://`),
  },
};

const isHttps = (value: string): boolean => {
  try {
    return new URL(value).protocol === 'https:' && !/\s/.test(value);
  } catch {
    return false;
  }
};

const readText = (field: FieldOf<'text' | 'longText'>, typed: string): ReadValue => {
  const isLine = field.kind === 'text';
  const max = field.maxLength ?? (isLine ? c.LINE_LENGTH : c.TEXT_LENGTH);
  const rule = (isLine ? lineRule : linesRule)(SUBJECT, { max });
  const format = FORMAT_RULES[(isLine && field.format) || 'any'];
  const value = format.clean(rule.clean(typed).trim());
  return checked(value, rule.faultOf(value) ?? format.faultOf(value));
};

const readNumber = ({ min, max, decimals = 0 }: FieldOf<'number'>, typed: string): ReadValue => {
  const value = parseDecimal(typed);
  if (value === null) return fault(`${SUBJECT} must be a number${decimals > 0 ? ' like 41.50' : ''}`);
  if (decimals === 0 && decimalsOf(value) > 0) return fault(`${SUBJECT} must be a whole number`);
  if (decimalsOf(value) > decimals) return fault(`${SUBJECT} can have at most ${decimals} digits behind the point`);
  // Before the comparisons, whose cost follows the length.
  const tooLong = decimalRule(SUBJECT).faultOf(value);
  if (tooLong !== null) return fault(tooLong);
  if (min !== undefined && compareDecimals(value, min) < 0) return fault(`${SUBJECT} must be at least ${min}`);
  if (max !== undefined && compareDecimals(value, max) > 0) return fault(`${SUBJECT} must be at most ${max}`);
  return valued(value);
};

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;

/**
 * '31.12.2026' → '2026-12-31': a day as people type it, where only one reading is a date.
 * @returns the text as it is when it is not a day, or could be two
 */
const parseDay = (typed: string): string => {
  const text = latinDigits(typed.normalize('NFKC')).trim();
  const dayOf = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const [, ...first] = YEAR_FIRST.exec(text) ?? [];
  if (first.length > 0) return dayOf(...first);
  const [, one, other, year] = YEAR_LAST.exec(text) ?? [];
  if (year === undefined) return text;
  const readings = new Set([dayOf(year, other, one), dayOf(year, one, other)]);
  const days = [...readings].filter((day) => dayFault(SUBJECT, day) === null);
  return days.length === 1 ? (days[0] as string) : text;
};

const readDay = ({ min, max }: FieldOf<'date'>, typed: string): ReadValue => {
  const day = parseDay(typed);
  const wrong = dayFault(SUBJECT, day);
  if (wrong !== null) return fault(wrong);
  if (min !== undefined && day < min) return fault(`${SUBJECT} must be ${min} or later`);
  if (max !== undefined && day > max) return fault(`${SUBJECT} must be ${max} or earlier`);
  return valued(day);
};

/** In the order of the options. */
const readChoices = (
  { options, minCount = 1, maxCount = options.length }: FieldOf<'choices'>,
  list: string[],
): ReadValue => {
  if (list.some((value) => !options.some((option) => option.value === value))) return fault(NOT_AN_OPTION);
  const chosen = options.map(({ value }) => value).filter((value) => list.includes(value));
  if (chosen.length < minCount) return fault(`Choose at least ${minCount}`);
  return chosen.length > maxCount ? fault(`Choose at most ${maxCount}`) : valued(chosen);
};
const NOT_AN_OPTION = 'Choose one of the options';

const readPictures = (
  { maxCount = 1 }: FieldOf<'picture'>,
  list: string[],
  attachments: readonly string[],
): ReadValue => {
  const pictures = [...new Set(list)];
  if (pictures.length > maxCount)
    return fault(maxCount === 1 ? 'Add one picture only' : `Add at most ${maxCount} pictures`);
  return pictures.every((url) => attachments.includes(url))
    ? valued(pictures)
    : fault('Send the addresses of the pictures as attachments, too');
};

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * The value of a field in its one form, or the first fault.
 * @param typed a string, a number for a number, a list for `choices`, `picture` and `boxes`; nothing, '' and [] are no value
 * @param attachments addresses of the submission's own pictures
 */
export const readField = (field: FormField, typed: unknown, attachments: readonly string[]): ReadValue => {
  const isEmpty = isMissing(typed) || (Array.isArray(typed) ? typed.length === 0 : String(typed).trim() === '');
  if (isEmpty) return field.required ? fault(requiredFault(SUBJECT)) : { ok: true, value: undefined };
  if (field.kind === 'choices' || field.kind === 'picture') {
    if (!isList(typed)) return fault(`${SUBJECT} must be a list of texts`);
    return field.kind === 'choices' ? readChoices(field, typed) : readPictures(field, typed, attachments);
  }
  if (field.kind === 'boxes') {
    if (!Array.isArray(typed)) return fault(`${SUBJECT} must be a list of boxes`);
    const read = readBoxes(field, typed);
    return read.ok ? valued(read.boxes) : read;
  }
  const text = field.kind === 'number' && typeof typed === 'number' ? String(typed) : typed;
  if (typeof text !== 'string') return fault(`${SUBJECT} must be text`);
  switch (field.kind) {
    case 'number':
      return readNumber(field, text);
    case 'date':
      return readDay(field, text);
    case 'choice':
      return checked(text, field.options.some(({ value }) => value === text) ? null : NOT_AN_OPTION);
    default:
      return readText(field, text);
  }
};

/** `name`: of the field, with a path below its value ('birds.2.width'); '' for the answer as a whole. */
export interface AnswerFault {
  name: string;
  message: string;
}

/** All values of an answer, or all faults. */
export const readAnswer = (
  fields: readonly FormField[],
  typed: Readonly<Record<string, unknown>>,
  attachments: readonly string[],
): { ok: true; answer: Answer } | { ok: false; faults: AnswerFault[] } => {
  const answer: Answer = {};
  const faults: AnswerFault[] = [];
  for (const field of fields) {
    const read = readField(field, Object.hasOwn(typed, field.name) ? typed[field.name] : undefined, attachments);
    if (!read.ok) faults.push({ name: [field.name, read.at].filter(Boolean).join('.'), message: read.fault });
    else if (read.value !== undefined) answer[field.name] = read.value;
  }
  const names = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(typed))
    if (!names.has(name)) faults.push({ name, message: 'The form has no such field' });
  if (faults.length > 0) return { ok: false, faults };
  if (Object.keys(answer).length === 0)
    return { ok: false, faults: [{ name: '', message: 'Answer at least one question' }] };
  return { ok: true, answer };
};

const COMPARABLE: ReadonlySet<c.FieldKind> = new Set(['choice', 'choices', 'number', 'date']);

/** Fields in which answers to one row can agree: texts and pictures differ where people mean the same. */
export const comparableFields = (fields: readonly FormField[]): FormField[] =>
  fields.filter(({ kind }) => COMPARABLE.has(kind));

/** As people read it: options by their labels, pictures by their number, boxes by label, place and size. */
export const shownValue = (field: FormField, value: FieldValue): string => {
  if (field.kind === 'picture') return value.length === 1 ? '1 picture' : `${value.length} pictures`;
  const labelOf = (one: string | Box): string => {
    if (typeof one !== 'string') return field.kind === 'boxes' ? boxText(field, one) : '';
    return ('options' in field && field.options.find((option) => option.value === one)?.label) || one;
  };
  return [value].flat().map(labelOf).join(', ');
};

/** As a cell of a table has it: lists are separated by a space, boxes are JSON. */
export const cellOf = (value: FieldValue): string => {
  const list = [value].flat();
  return list.some((one) => typeof one !== 'string') ? JSON.stringify(list) : list.join(' ');
};

/** The text of an answer for clients without forms: 'Total: 41.50', one line per field. */
export const answerText = (fields: readonly FormField[], answer: Answer): string =>
  fields
    .flatMap((field) => {
      const value = answer[field.name];
      return value === undefined ? [] : [`${field.label}: ${shownValue(field, value)}`];
    })
    .join('\n');

// Rows

const PLACEHOLDER = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g;

/** Replaces `{{column}}` by its value. An unknown one stays as it is. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : whole));

/** Names of the columns that a text needs. */
export const columnsIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** The fields as the worker of a row reads them. */
export const fieldsForRow = (fields: readonly FormField[], values: Readonly<Record<string, string>>): FormField[] =>
  fields.map((field) => ({
    ...field,
    label: fillIn(field.label, values),
    ...(field.help !== undefined && { help: fillIn(field.help, values) }),
  }));

/** What a column of a batch has, without its label. */
type Columns = readonly { name: string; kind: c.ColumnKind }[];

/** Boxes need pictures to be drawn on. @param columns undefined: of a task without rows */
export const pictureFaults = (fields: readonly FormField[], columns: Columns | undefined): FormFault[] =>
  fields.flatMap((field, at): FormFault[] => {
    if (field.kind !== 'boxes') return [];
    if (!columns)
      return [{ path: [at, 'kind'], message: 'Only a batch can have boxes: they are drawn on its pictures' }];
    if (pictureColumnOf(field.column, columns) !== undefined) return [];
    return field.column === undefined
      ? [{ path: [at, 'kind'], message: 'The file has no column with pictures to draw boxes on' }]
      : [{ path: [at, 'column'], message: `The file has no column {{${field.column}}} with pictures` }];
  });

/** The fields with the columns that they are drawn on. */
export const fieldsOfColumns = (fields: readonly FormField[], columns: Columns): FormField[] =>
  fields.map((field) =>
    field.kind === 'boxes' ? { ...field, column: pictureColumnOf(field.column, columns) } : field,
  );

/** Columns whose pictures boxes are drawn on. @param fields as published */
export const drawnColumns = (fields: readonly FormField[]): ReadonlySet<string> =>
  new Set(fields.flatMap((field) => (field.kind === 'boxes' ? (field.column ?? []) : [])));
