import type { FormField } from '@piecework/contracts';
import { inputNameOf } from '@piecework/web-kit/answer-form';
import { type RefObject, useEffect, useRef } from 'react';

interface WorkKeysOptions {
  form: RefObject<HTMLFormElement | null>;
  fields: readonly FormField[];
  rows: number;
  /** Shows the faults of a row. @returns whether it has none */
  check(row: number): Promise<boolean>;
  submit(): void;
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const inputsIn = (form: HTMLFormElement, name: string): Input[] =>
  [...form.elements].filter((it): it is Input => (it as Input).name === name);

const isTicking = (target: Element): boolean => target.matches('[type=radio], [type=checkbox]');
const isTyping = (target: Element): boolean =>
  target.matches('input, textarea, select, [contenteditable]') && !isTicking(target);

const INTERACTIVE = 'a, button, input, select, textarea, summary, [role=menu], [contenteditable]';

/** '3', '৩' → 3 */
const digitOf = ({ key }: KeyboardEvent): number | undefined => {
  if (/^[0-9]$/.test(key)) return Number(key);
  return /^[০-৯]$/.test(key) ? key.charCodeAt(0) - '০'.charCodeAt(0) : undefined;
};

const hasValue = (inputs: readonly Input[]): boolean =>
  inputs.some((it) => (isTicking(it) ? (it as HTMLInputElement).checked : it.value !== ''));

/** A picture field is empty while its file input has no tile beside it, and boxes have no input: only their own rules know. */
const isMissing = (field: FormField, inputs: readonly Input[]): boolean =>
  field.required && field.kind !== 'picture' && field.kind !== 'boxes' && !hasValue(inputs);

const focusOn = (input: Input | undefined): void => {
  input?.focus();
};

/** In a group of radio buttons the chosen one. */
const entryOf = (inputs: readonly Input[]): Input | undefined =>
  inputs.find((it) => it.matches('[type=radio]:checked')) ?? inputs[0];

/** Focuses the first field of a row, and shows the row from its top. */
export const enterRow = (form: HTMLFormElement, row: number): void => {
  const section = form.querySelector<HTMLElement>(`[data-row="${row}"]`);
  const first = section?.querySelector<HTMLElement>('input, textarea, select, [data-boxes]');
  section?.scrollIntoView?.({ block: 'start' });
  const entry = first?.matches('[data-boxes]') ? first : first && entryOf(inputsIn(form, (first as Input).name));
  entry?.focus({ preventScroll: true });
};

/**
 * Keys of work mode. A digit chooses an option of the field in focus, or else of the first field of the row that has some. Enter ends a row,
 * the last one submits the page; in a long text Shift + Enter does. Z enlarges the row's picture.
 */
export const useWorkKeys = (options: WorkKeysOptions): void => {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    /** Index of the row and the field that had the focus last. */
    let at = { row: 0, field: 0 };

    const choose = (form: HTMLFormElement, digit: number): boolean => {
      const { fields } = latest.current;
      const named = fields[at.field];
      const isChoice = (field: FormField | undefined) => field?.kind === 'choice' || field?.kind === 'choices';
      const index = isChoice(named) ? at.field : fields.findIndex(isChoice);
      const field = fields[index];
      if (field?.kind !== 'choice' && field?.kind !== 'choices') return false;
      const option = field.options[(digit + 9) % 10];
      const input = inputsIn(form, inputNameOf(field, at.row)).find(({ value }) => value === option?.value);
      if (!option || !input || !isTicking(input)) return false;
      // Before the click, which may move the focus on.
      focusOn(input);
      input.click();
      const next = fields[index + 1];
      if (field.kind === 'choice' && next && isChoice(next))
        focusOn(entryOf(inputsIn(form, inputNameOf(next, at.row))));
      return true;
    };

    const endRow = async (form: HTMLFormElement) => {
      const { fields, rows, check, submit } = latest.current;
      const { row } = at;
      const missing = fields
        .slice(at.field + 1)
        .map((field) => ({ field, inputs: inputsIn(form, inputNameOf(field, row)) }))
        .find(({ field, inputs }) => isMissing(field, inputs));
      if (missing) focusOn(entryOf(missing.inputs));
      else if (row === rows - 1) submit();
      else if (await check(row)) enterRow(form, row + 1);
    };

    const onFocus = ({ target }: FocusEvent) => {
      const { form, fields } = latest.current;
      if (!(target instanceof Element) || !form.current?.contains(target)) return;
      const row = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? Number.NaN);
      if (Number.isNaN(row)) return;
      const field = fields.findIndex((field) => inputNameOf(field, row) === (target as Input).name);
      at = { row, field: Math.max(0, field) };
    };

    const onKey = (event: KeyboardEvent) => {
      const { form } = latest.current;
      const { target, key, code } = event;
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (isModified || event.isComposing || event.defaultPrevented || event.repeat) return;
      if (!form.current || !(target instanceof Element)) return;
      // The focus may rest on the heading of the page.
      if (!form.current.contains(target) && target.closest(INTERACTIVE)) return;
      if (document.querySelector('dialog[open], .swal2-modal')) return;
      const digit = digitOf(event);
      if (key === 'Enter') {
        const isOwn = target.matches('a, button, summary, select, [type=file]');
        if (isOwn || (target.matches('textarea') && !event.shiftKey)) return;
        event.preventDefault();
        void endRow(form.current);
      } else if (isTyping(target)) return;
      else if (digit !== undefined) {
        if (choose(form.current, digit)) event.preventDefault();
      } else if (code === 'KeyZ' && !event.shiftKey) {
        const opener = form.current.querySelector<HTMLElement>(`[data-row="${at.row}"] [data-pictures] button`);
        opener?.click();
        if (opener) event.preventDefault();
      }
    };

    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
};
