import type { FieldKind, TextFormat } from '@piecework/contracts';

export const KIND_LABELS: Readonly<Record<FieldKind, string>> = {
  text: 'Short text',
  longText: 'Long text',
  number: 'Number',
  date: 'Date',
  choice: 'One choice',
  choices: 'Several choices',
  picture: 'Picture',
};

export const FORMAT_LABELS: Readonly<Record<TextFormat, string>> = {
  any: 'Any text',
  email: 'An email address',
  digits: 'Digits only',
  https: 'A link that begins with https://',
};
