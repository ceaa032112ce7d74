import { HIDDEN } from '@piecework/contracts';
import { stringify } from 'csv-stringify/sync';

/** `=`, `+`, `-` and `@`, and their full-width forms. */
const SIGN = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]';
/** White space, quotes and what renders as nothing: some spreadsheets drop them in front of a formula. */
const DROPPED = `(?:[\\s"'\\p{Cc}\\u2800]|${HIDDEN.source})`;
const START = new RegExp(`^(?=${DROPPED}*${SIGN})`, 'u');
/** A program that separates by semicolons or tabs starts a cell here, and ignores the quotes around it. `- ` begins an item of a list. */
const INNER_START = new RegExp(`([;\\t\\r\\n]${DROPPED}*)(?=${SIGN})(?!- )`, 'gu');
/** A telephone number or an amount: as a formula it has no name to call or to read. */
const SIGNED_NUMBER = /^[+-]\d+(?:[ .,()-]+\d+)*$/;

const disarm = (text: string): string =>
  SIGNED_NUMBER.test(text) ? text : text.replace(START, "'").replace(INNER_START, "$1'");

const DISARMED_INNER = new RegExp(`([;\\t\\r\\n]${DROPPED}*)'(?=${SIGN})(?!- )`, 'gu');

/** The text of a cell of a file that {@link csvRows} has written. */
export const armed = (cell: string): string =>
  (cell.startsWith("'") && START.test(cell.slice(1)) ? cell.slice(1) : cell).replace(DISARMED_INNER, '$1');

/** What a reader may take for the end of a row or of a cell, or trim. */
const FRAGILE = /^\s|\s$|[\p{Cc}\u2028\u2029]/u;

const FORMAT = { cast: { string: disarm }, quoted_match: FRAGILE, record_delimiter: 'windows' } as const;

/** With a byte-order mark, which spreadsheets need for UTF-8. */
export const csvHead = (columns: readonly string[]): string =>
  stringify([], { ...FORMAT, bom: true, header: true, columns: [...columns] });

/** A text cannot become a formula. */
export const csvRows = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    FORMAT,
  );
