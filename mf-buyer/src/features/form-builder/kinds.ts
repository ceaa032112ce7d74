import type { Batch, FieldKind, TextFormat } from '@piecework/contracts';
import { FIELD_KINDS } from '@piecework/contracts/constants';

export type BatchFile = NonNullable<Batch['file']> | null;

export const KIND_LABELS: Readonly<Record<FieldKind, string>> = {
  text: 'Short text',
  longText: 'Long text',
  number: 'Number',
  date: 'Date',
  choice: 'One choice',
  choices: 'Several choices',
  picture: 'Picture',
  boxes: 'Boxes on a picture',
};

export const FORMAT_LABELS: Readonly<Record<TextFormat, string>> = {
  any: 'Any text',
  email: 'An email address',
  digits: 'Digits only',
  https: 'A link that begins with https://',
};

/** Boxes are drawn on the pictures of rows. */
export const kindsOf = (file: BatchFile | undefined): readonly FieldKind[] =>
  file === undefined ? FIELD_KINDS.filter((kind) => kind !== 'boxes') : FIELD_KINDS;
