import { groupBy, lowerMedian } from '@piecework/base';
import { compareDecimals, type FieldConsensus } from '@piecework/contracts';
import { comparisonKey } from '@piecework/contracts/comparison';
import type { Answer, FieldOf, FieldValue, FormField } from '@piecework/contracts/forms';
import { commonBoxes } from './box-clusters';
import type { WorkerModel } from './worker-model';

/** What one worker answered to a row. */
export interface Vote {
  workerId: string;
  answer: Answer;
}

/** Field → consensus. */
export type RowConsensus = Readonly<Record<string, FieldConsensus>>;

interface Candidate {
  key: string;
  votes: readonly Vote[];
}

/** The most given first. Equal counts are in the order of their keys, so that the order of the answers changes nothing. */
const candidatesOf = (field: FormField, votes: readonly Vote[]): Candidate[] =>
  [...groupBy(votes, ({ answer }) => comparisonKey(field, answer[field.name]))]
    .map(([key, ofKey]) => ({ key, votes: ofKey }))
    .sort((a, b) => b.votes.length - a.votes.length || (a.key < b.key ? -1 : 1));

/** The form in which most gave a value: texts that count as the same may differ in case and blanks. */
const writtenAs = (field: FormField, votes: readonly Vote[]): FieldValue | undefined => {
  const written = [...groupBy(votes, ({ answer }) => JSON.stringify(answer[field.name]))].sort(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1),
  );
  return written[0]?.[1][0]?.answer[field.name];
};

const valued = (value: FieldValue | undefined): { value?: FieldValue } => (value === undefined ? {} : { value });

const mostGiven = (field: FormField, votes: readonly Vote[]): FieldConsensus => {
  const [first, second] = candidatesOf(field, votes);
  const most = first?.votes ?? [];
  const share = most.length / votes.length;
  if (second?.votes.length === most.length) return { share, isUndecided: true };
  return { ...valued(writtenAs(field, most)), share };
};

const numberConsensus = (field: FieldOf<'number'>, votes: readonly Vote[]): FieldConsensus => {
  const { isUndecided, ...found } = mostGiven(field, votes);
  if (!isUndecided) return found;
  const numbers = candidatesOf(field, votes).flatMap(({ key, votes: ofKey }) =>
    key === '' ? [] : ofKey.map(() => String(writtenAs(field, ofKey))),
  );
  // Of an even count the lower one, which some worker gave, so that it conforms to the form.
  return { ...found, ...valued(lowerMedian(numbers, compareDecimals)), isMedian: true };
};

const isChosen = (chosen: FieldValue | undefined, option: string): boolean =>
  chosen !== undefined && [chosen].flat().includes(option);

const choicesConsensus = ({ name, options }: FieldOf<'choices'>, votes: readonly Vote[]): FieldConsensus => {
  const counts = options.map(({ value }) => ({
    value,
    chosen: votes.filter(({ answer }) => isChosen(answer[name], value)).length,
  }));
  const value = counts.filter(({ chosen }) => chosen * 2 > votes.length).map((one) => one.value);
  const least = Math.min(votes.length, ...counts.map(({ chosen }) => Math.max(chosen, votes.length - chosen)));
  return {
    ...(value.length > 0 && { value }),
    share: least / votes.length,
    ...(counts.some(({ chosen }) => chosen * 2 === votes.length) && { isUndecided: true }),
  };
};

const choiceConsensus = (field: FieldOf<'choice'>, votes: readonly Vote[], model?: WorkerModel): FieldConsensus => {
  const counted = mostGiven(field, votes);
  const given = votes.flatMap(({ workerId, answer: { [field.name]: value } }) =>
    typeof value === 'string' ? [{ workerId, value }] : [],
  );
  // Most left it empty.
  if (!model || given.length === 0 || (counted.value === undefined && !counted.isUndecided)) return counted;
  const { value, probability } = model.weigh(given);
  if (value === undefined) return { share: counted.share, isUndecided: true };
  return { value, share: given.filter((one) => one.value === value).length / votes.length, probability };
};

const boxesConsensus = ({ name, options }: FieldOf<'boxes'>, votes: readonly Vote[]): FieldConsensus => {
  const drawings = votes.map(({ workerId, answer: { [name]: drawn = [] } }) => ({
    workerId,
    boxes: [drawn].flat().filter((one) => typeof one !== 'string'),
  }));
  const { boxes, share } = commonBoxes(
    options.map(({ value }) => value),
    drawings,
  );
  return { ...(boxes.length > 0 && { value: boxes }), share };
};

/** Null: the kind has none. @param votes at least one */
const fieldConsensus = (field: FormField, votes: readonly Vote[], model?: WorkerModel): FieldConsensus | null => {
  switch (field.kind) {
    case 'choice':
      return choiceConsensus(field, votes, model);
    case 'choices':
      return choicesConsensus(field, votes);
    case 'number':
      return numberConsensus(field, votes);
    case 'boxes':
      return boxesConsensus(field, votes);
    case 'picture':
      return null;
    default:
      return mostGiven(field, votes);
  }
};

/** P-3.26. Undefined without votes. @param votes of the answers that count: approved and pending ones */
export const rowConsensus = (
  fields: readonly FormField[],
  votes: readonly Vote[],
  models: ReadonlyMap<string, WorkerModel> = new Map(),
): RowConsensus | undefined => {
  if (votes.length === 0) return undefined;
  const found = fields.flatMap((field): [string, FieldConsensus][] => {
    const consensus = fieldConsensus(field, votes, models.get(field.name));
    return consensus ? [[field.name, consensus]] : [];
  });
  return Object.fromEntries(found);
};

/** The worker gave the value that most gave, and not alone. */
export const agreesIn = (field: FormField, votes: readonly Vote[], workerId: string): boolean => {
  const [first, second] = candidatesOf(field, votes);
  if (!first || votes.length < 2 || first.votes.length === second?.votes.length) return false;
  return first.votes.some((vote) => vote.workerId === workerId);
};
