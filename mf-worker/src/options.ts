import { translated } from '@piecework/i18n';

/** @param options have labels that `msg` marks */
export const translatedOptions = <O extends { label: string }>(options: readonly O[]) =>
  options.map((option) => ({ ...option, label: translated(option.label) }));
