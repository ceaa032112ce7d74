import type { Answer, BatchFigures } from '@piecework/contracts';
import { comparisonKey } from '@piecework/contracts/comparison';
import { comparableFields, type FormField } from '@piecework/contracts/forms';
import { type PageFigures, rowNumbers, rowsOf, type ShownPage } from '../batch/batch';

/** Of one answer to a page: the values of the comparable fields of its rows, in one order for all answers. */
export type Values = readonly string[];

interface Rule {
  overlap: BatchFigures['overlap'];
  /** Share. Absent: 1. */
  agreement?: number | undefined;
}

/** In the order of the page's rows; a worker may have seen them in another one. */
export const valuesOf = (
  fields: readonly FormField[],
  figures: PageFigures,
  { answers = [], ...shown }: ShownPage & { answers?: readonly Answer[] | undefined },
): Values => {
  const rows = rowsOf(figures, shown);
  return rowNumbers(figures, shown.page ?? 0).flatMap((row) => {
    const answer = answers[rows.indexOf(row)] ?? {};
    return comparableFields(fields).map((field) => comparisonKey(field, answer[field.name]));
  });
};

/** The value that most answers have, if only one has most. */
const leader = (values: Values): { value: string; count: number } | null => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  return first && first[1] !== second?.[1] ? { value: first[0], count: first[1] } : null;
};

/** The values of each field of each row. */
const byField = (answers: readonly Values[]): Values[] =>
  (answers[0] ?? []).map((_, field) => answers.map((values) => values[field] ?? ''));

/** Buyers write two of three as 0.67. */
const TOLERANCE = 0.005;
const isEnough = (count: number, of: number, { agreement = 1 }: Rule): boolean => count / of >= agreement - TOLERANCE;

/** The values on which the answers to a page agree, or null. Without comparable fields, or with all of them empty, nothing agrees. */
export const agreedValues = (answers: readonly Values[], rule: Rule): Values | null => {
  const agreed = byField(answers).flatMap((values) => {
    const most = leader(values);
    return most && isEnough(most.count, values.length, rule) ? [most.value] : [];
  });
  return agreed.some((value) => value !== '') && agreed.length === answers[0]?.length ? agreed : null;
};

export const isPageComplete = (answers: readonly Values[], rule: Rule): boolean => {
  const { min, max } = rule.overlap;
  const hasFew = min !== undefined && answers.length >= min && agreedValues(answers, rule) !== null;
  return hasFew || answers.length >= max;
};

/** Whether the answers could agree after `more` that have the values of most. */
const couldAgree = (answers: readonly Values[], more: number, rule: Rule): boolean =>
  byField(answers).every((values) => {
    const most = Math.max(...values.map((value) => values.filter((other) => other === value).length));
    return isEnough(most + more, values.length + more, rule);
  });

/** How many answers an incomplete page needs for its completion, at least: more at once could be in vain. */
export const answersNeeded = (answers: readonly Values[], rule: Rule): number => {
  const { min, max } = rule.overlap;
  if (min === undefined) return max;
  for (let count = Math.max(min, answers.length + 1); count < max; count += 1)
    if (couldAgree(answers, count - answers.length, rule)) return count;
  return max;
};
