import type { Answer, FormField, Row } from '@piecework/contracts';
import { comparisonKey } from '@piecework/contracts/comparison';

/** Fields in which an answer gave another value than the answers together. Boxes differ by what they show, not by their numbers. */
export const differingFields = (
  fields: readonly FormField[],
  consensus: Row['consensus'],
  answer: Answer,
): FormField[] =>
  fields.filter((field) => {
    const together = consensus?.[field.name];
    if (!together || together.isUndecided || field.kind === 'boxes') return false;
    return comparisonKey(field, together.value) !== comparisonKey(field, answer[field.name]);
  });
