import type { FieldKind, Form, FormField } from '@piecework/contracts';
import { BOX_LABEL_COUNT, FIELD_KINDS, MAX_FIELDS, OPTION_COUNT, TEXT_FORMATS } from '@piecework/contracts/constants';
import { dayFault, type FieldRule, optional } from '@piecework/contracts/field-rules';
import { formFaults, formRules, pictureFaults } from '@piecework/contracts/forms';
import { parseDecimal, parseWholeNumber } from '@piecework/contracts/text';

/** A field as it is typed. It has the texts of all kinds, so that a change of the kind loses none. */
export interface FieldDraft {
  id: string;
  kind: FieldKind;
  label: string;
  help: string;
  required: boolean;
  /** '': derived from the label. */
  name: string;
  maxLength: string;
  format: string;
  min: string;
  max: string;
  decimals: string;
  earliest: string;
  latest: string;
  /** Labels, one per line. */
  options: string;
  /** Values of the options, in the same lines; an empty one is derived from its label. */
  values: string;
  fewest: string;
  most: string;
  pictures: string;
  boxes: string;
  /** '': the first one with pictures. */
  column: string;
}

const EMPTY: Omit<FieldDraft, 'id' | 'kind'> = {
  label: '',
  help: '',
  required: true,
  name: '',
  maxLength: '',
  format: 'any',
  min: '',
  max: '',
  decimals: '',
  earliest: '',
  latest: '',
  options: '',
  values: '',
  fewest: '',
  most: '',
  pictures: '',
  boxes: '',
  column: '',
};

// Settings of the kinds

type Typed = Exclude<keyof FieldDraft, 'id' | 'kind' | 'required'>;

export interface Setting {
  /** Its property in the contract's field. */
  part: string;
  /** Its property in a draft. */
  typed: Typed;
  label: string;
  hint?: string;
  input: 'whole' | 'decimal' | 'day';
  rule: FieldRule;
}

const READERS = {
  whole: parseWholeNumber,
  decimal: parseDecimal,
  day: (typed: string) => typed,
} as const satisfies Record<Setting['input'], (typed: string) => number | string | null>;

const setting = (
  input: Setting['input'],
  [part, typed]: readonly [part: string, typed: Typed],
  label: string,
  rule: FieldRule,
  hint?: string,
): Setting => ({ part, typed, label, input, rule: optional(rule), ...(hint && { hint }) });
const day = (label: string): FieldRule => ({ faultOf: (typed) => dayFault(label, typed) });
const maxLength = (rule: { max: number } & FieldRule) =>
  setting(
    'whole',
    ['maxLength', 'maxLength'],
    'Longest answer, in characters',
    rule,
    `Up to ${rule.max.toLocaleString('en')}, which is also the limit if you leave it empty.`,
  );

export const SETTINGS: Readonly<Record<FieldKind, readonly Setting[]>> = {
  text: [maxLength(formRules.lineLength)],
  longText: [maxLength(formRules.textLength)],
  number: [
    setting('decimal', ['min', 'min'], 'Smallest value', formRules.smallest),
    setting('decimal', ['max', 'max'], 'Largest value', formRules.largest),
    setting(
      'whole',
      ['decimals', 'decimals'],
      'Digits behind the point',
      formRules.decimals,
      'Leave it empty for whole numbers.',
    ),
  ],
  date: [
    setting('day', ['min', 'earliest'], 'Earliest day', day('Earliest day')),
    setting('day', ['max', 'latest'], 'Latest day', day('Latest day')),
  ],
  choice: [],
  choices: [
    setting('whole', ['minCount', 'fewest'], 'Fewest to choose', formRules.fewest),
    setting('whole', ['maxCount', 'most'], 'Most to choose', formRules.most),
  ],
  picture: [
    setting(
      'whole',
      ['maxCount', 'pictures'],
      'Most pictures',
      formRules.pictures,
      `One if you leave it empty. All fields together can have up to ${formRules.pictures.max}.`,
    ),
  ],
  boxes: [
    setting(
      'whole',
      ['maxCount', 'boxes'],
      'Most boxes',
      formRules.boxes,
      `${formRules.boxes.max} if you leave it empty.`,
    ),
  ],
};

/** How many options a field of a kind has, and what they are to the buyer; undefined: none. */
export const optionsOfKind = (kind: FieldKind): { min: number; max: number; noun: string } | undefined => {
  if (kind === 'boxes') return { ...BOX_LABEL_COUNT, noun: 'label' };
  return kind === 'choice' || kind === 'choices' ? { ...OPTION_COUNT, noun: 'option' } : undefined;
};

// Names and values that are derived

const unusedOf = (wanted: string, used: ReadonlySet<string>, length: number): string => {
  const characters = [...wanted];
  let name = characters.slice(0, length).join('');
  for (let count = 2; used.has(name); count++) {
    const end = `_${count}`;
    name = characters.slice(0, length - end.length).join('') + end;
  }
  return name;
};

/** The typed ones first: a derived one avoids all of them. */
const filled = (typed: readonly string[], derive: (at: number) => string, length: number): string[] => {
  const used = new Set(typed);
  return typed.map((one, at) => {
    if (one !== '') return one;
    const derived = unusedOf(derive(at), used, length);
    used.add(derived);
    return derived;
  });
};

const slugOf = (label: string, instead: string): string => {
  const slug = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (!/[a-z]/.test(slug)) return instead;
  return formRules.name.faultOf(slug.slice(0, 40)) === null ? slug : `field_${slug}`;
};

export const namesOf = (drafts: readonly FieldDraft[]): string[] =>
  filled(
    drafts.map(({ name }) => name.trim()),
    (at) => slugOf(drafts[at]?.label ?? '', `field_${at + 1}`),
    40,
  );

export interface OptionLine {
  /** Its line, from 0; empty lines are no options. */
  line: number;
  label: string;
  value: string;
  /** '': the value is derived. */
  typed: string;
}

export const optionsOf = ({ options, values }: Pick<FieldDraft, 'options' | 'values'>): OptionLine[] => {
  const typed = values.split('\n');
  const lines = options
    .split('\n')
    .map((text, line) => ({ line, label: formRules.optionLabel.clean(text).trim(), typed: typed[line] ?? '' }))
    .filter(({ label }) => label !== '');
  const slug = (label = '') =>
    label
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_')
      .replace(/^_+|_+$/g, '');
  const all = filled(
    lines.map((line) => line.typed.trim()),
    (at) => slug(lines[at]?.label) || `option_${at + 1}`,
    60,
  );
  return lines.map((line, at) => ({ ...line, value: all[at] ?? '' }));
};

/** The lines of values follow those of the labels: what is before and behind the change keeps its value. */
export const withOptions = (draft: FieldDraft, options: string): FieldDraft => {
  const [before, after] = [draft.options.split('\n'), options.split('\n')];
  const typed = draft.values.split('\n');
  const values = before.map((_, line) => typed[line] ?? '');
  const common = Math.min(before.length, after.length);
  let head = 0;
  while (head < common && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < common - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const changed = values.slice(head, values.length - tail);
  const middle = after.slice(head, after.length - tail).map((_, at) => changed[at] ?? '');
  return {
    ...draft,
    options,
    values: [...values.slice(0, head), ...middle, ...values.slice(values.length - tail)].join('\n'),
  };
};

export const withValue = (draft: FieldDraft, line: number, value: string): FieldDraft => {
  const values = draft.values.split('\n');
  return {
    ...draft,
    values: draft.options
      .split('\n')
      .map((_, at) => (at === line ? value : (values[at] ?? '')))
      .join('\n'),
  };
};

// The form

/** The body of the form. A text that is not a number or day counts as empty, as the preview needs. */
export const formOf = (drafts: readonly FieldDraft[]): Form => {
  const names = namesOf(drafts);
  return {
    fields: drafts.map((draft, at) => {
      const { kind, required, format, column } = draft;
      const help = formRules.help.clean(draft.help).trim();
      const settings = SETTINGS[kind].flatMap(({ part, typed, input }) => {
        const value = READERS[input](draft[typed].trim());
        return value === null || value === '' || Number.isNaN(value) ? [] : [[part, value] as const];
      });
      return {
        kind,
        name: names[at],
        label: formRules.label.clean(draft.label).trim(),
        ...(help && { help }),
        required,
        ...(kind === 'text' && format !== 'any' && { format }),
        ...Object.fromEntries(settings),
        ...(optionsOfKind(kind) && { options: optionsOf(draft).map(({ value, label }) => ({ value, label })) }),
        ...(kind === 'boxes' && column !== '' && { column }),
      } as FormField;
    }),
  };
};

/** Messages by place: '1.label', '1.options.0.value'; '' for the form as a whole. */
export type Faults = ReadonlyMap<string, string>;

/** @param isBatch whether its columns have pictures is known at the publication */
export const faultsOf = (drafts: readonly FieldDraft[], isBatch = true): Faults => {
  const faults = new Map<string, string>();
  const note = (path: readonly (string | number)[], message: string | null) => {
    const place = path.join('.');
    if (message !== null && !faults.has(place)) faults.set(place, message);
  };
  const { fields } = formOf(drafts);
  if (fields.length === 0) note([], 'Add at least one field.');
  drafts.forEach((draft, at) => {
    const field = fields[at] as FormField;
    note([at, 'label'], formRules.label.faultOf(draft.label));
    note([at, 'help'], optional(formRules.help).faultOf(draft.help));
    note([at, 'name'], formRules.name.faultOf(field.name));
    for (const { part, typed, rule } of SETTINGS[draft.kind]) note([at, part], rule.faultOf(draft[typed]));
    if (!('options' in field)) return;
    const { length } = field.options;
    const { min, max, noun } = optionsOfKind(draft.kind) ?? { ...OPTION_COUNT, noun: 'option' };
    if (length < min) note([at, 'options'], `Give at least ${min} ${min === 1 ? noun : `${noun}s`}`);
    if (length > max) note([at, 'options'], `Give at most ${max} ${noun}s`);
    field.options.forEach(({ label, value }, position) => {
      note([at, 'options', position, 'label'], formRules.optionLabel.faultOf(label));
      note([at, 'options', position, 'value'], formRules.optionValue.faultOf(value));
    });
  });
  const ofPictures = isBatch ? [] : pictureFaults(fields, undefined);
  for (const { path, message } of [...formFaults(fields), ...ofPictures]) note(path, message);
  return faults;
};

// Drafts

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const draftOf = (stored: unknown): Omit<FieldDraft, 'id'> | null => {
  if (!isRecord(stored) || !FIELD_KINDS.includes(stored.kind as FieldKind)) return null;
  const entries = Object.entries(EMPTY).map(([key, empty]) => [
    key,
    typeof stored[key] === typeof empty ? stored[key] : empty,
  ]);
  const draft = { ...Object.fromEntries(entries), kind: stored.kind };
  return TEXT_FORMATS.includes(draft.format) ? draft : { ...draft, format: EMPTY.format };
};

/** With ids in order, which are unique. */
const identified = (drafts: readonly (Omit<FieldDraft, 'id'> | null)[]): FieldDraft[] =>
  drafts
    .filter((draft) => draft !== null)
    .slice(0, MAX_FIELDS)
    .map((draft, at) => ({ ...draft, id: `f${at + 1}` }));

/** Names and values that would be derived anyway stay derived. */
const draftsOf = ({ fields }: Form): FieldDraft[] => {
  const drafts = identified(
    fields.map((field) => {
      const settings = SETTINGS[field.kind].map(({ part, typed }) => [
        typed,
        String((field as unknown as Record<string, unknown>)[part] ?? ''),
      ]);
      return {
        ...EMPTY,
        kind: field.kind,
        label: field.label,
        help: field.help ?? '',
        required: field.required,
        ...(field.kind === 'text' && field.format && { format: field.format }),
        ...(field.kind === 'boxes' && field.column && { column: field.column }),
        ...Object.fromEntries(settings),
        ...('options' in field && { options: field.options.map(({ label }) => label).join('\n') }),
      };
    }),
  );
  const names = namesOf(drafts);
  return fields.slice(0, MAX_FIELDS).map((field, at) => {
    const draft = drafts[at] as FieldDraft;
    const named = { ...draft, name: field.name === names[at] ? '' : field.name };
    if (!('options' in field)) return named;
    return optionsOf(draft).reduce((kept, { line, value }, position) => {
      const given = field.options[position]?.value ?? value;
      return given === value ? kept : withValue(kept, line, given);
    }, named);
  });
};

/** @param text drafts, a form (of a template or of another task), or anything else that a store holds */
export const draftsIn = (text: string): FieldDraft[] => {
  try {
    const stored: unknown = JSON.parse(text);
    if (!Array.isArray(stored)) return draftsOf(stored as Form);
    const ids = stored.map((one) => (isRecord(one) && /^f\d+$/.test(String(one.id)) ? String(one.id) : ''));
    const drafts = stored.map(draftOf);
    const isWhole = drafts.every(Boolean) && new Set(ids).size === ids.length && !ids.includes('');
    const all = identified(drafts);
    return isWhole ? all.map((draft, at) => ({ ...draft, id: ids[at] ?? draft.id })) : all;
  } catch {
    return [];
  }
};

export const newDraft = (kind: FieldKind, drafts: readonly FieldDraft[]): FieldDraft => ({
  ...EMPTY,
  kind,
  id: `f${1 + Math.max(0, ...drafts.map(({ id }) => Number(id.slice(1))))}`,
});
