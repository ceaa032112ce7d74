import type { Answer, Box, FieldValue, FormField, Row, Submission } from '@piecework/contracts';
import { comparisonKey } from '@piecework/contracts/comparison';
import { comparableFields, fieldsForRow } from '@piecework/contracts/forms';
import { differingFields } from '../results/differing-fields';
import { isSentBack } from '../submissions/review-state';

/** An answer to a page under review. */
export interface PageAnswer {
  id: string;
  /** From 1, by time: what the buyer types to choose it. */
  number: number;
  workerName: string;
  /** With the decisions that are not sent yet. */
  status: Submission['status'];
  /** Undefined: it is decided, or not in the queue. */
  open: Submission | undefined;
  /** It has the value that most gave in each compared field. Without such a field: in all. */
  agrees: boolean;
  /** 'Total', of several rows 'Total (row 2)'. */
  differing: readonly string[];
}

/** A majority, not the median of different numbers. */
const isSettled = (together: NonNullable<Row['consensus']>[string] | undefined): boolean =>
  together !== undefined && !together.isUndecided && !together.isMedian;

const agreesInRow = (fields: readonly FormField[], { consensus }: Row, answer: Answer): boolean => {
  const compared = comparableFields(fields);
  const judged =
    compared.length > 0 ? compared : fields.filter(({ name, kind }) => kind !== 'boxes' && consensus?.[name]);
  return (
    judged.length > 0 &&
    judged.every((field) => {
      const together = consensus?.[field.name];
      return isSettled(together) && comparisonKey(field, together?.value) === comparisonKey(field, answer[field.name]);
    })
  );
};

interface Reviewed {
  rows: readonly Row[];
  /** Of the task. */
  fields: readonly FormField[];
  /** Undecided answers in the queue. */
  undecided: readonly Submission[];
  /** Decided in this visit. */
  decisionOf(id: string): Submission['status'] | undefined;
}

export const pageAnswers = ({ rows, fields, undecided, decisionOf }: Reviewed): PageAnswer[] => {
  const filled = rows.map((row) => ({ row, fields: fieldsForRow(fields, row.values) }));
  return (rows[0]?.answers ?? []).map(({ submissionId: id, workerName, status }, at) => {
    const own = filled.map((one) => ({ ...one, answer: one.row.answers[at]?.answer ?? {} }));
    return {
      id,
      number: at + 1,
      workerName,
      status: decisionOf(id) ?? status,
      open: undecided.find(({ _id }) => _id === id),
      agrees: own.every(({ fields, row, answer }) => agreesInRow(fields, row, answer)),
      differing: own.flatMap(({ fields, row, answer }, index) =>
        differingFields(fields, row.consensus, answer).map(({ label }) =>
          rows.length > 1 ? `${label} (row ${index + 1})` : label,
        ),
      ),
    };
  });
};

const MOST_NAMED = 3;

/** In words what the shapes of the comparison show. */
export const agreementText = ({ agrees, differing }: PageAnswer): string => {
  const named = differing.slice(0, MOST_NAMED).join(', ');
  const others = differing.length - MOST_NAMED;
  const differs = differing.length > 0 && `iffers in ${named}${others > 0 ? ` and ${others} more` : ''}`;
  if (agrees) return differs ? `Agrees, but d${differs}` : 'Agrees';
  return differs ? `D${differs}` : 'No majority';
};

export interface Targets {
  approve: readonly Submission[];
  reject: readonly Submission[];
}

/** The answers that A and R decide: the chosen ones, else the only one left; else A those that agree. */
export const targetsOf = (answers: readonly PageAnswer[], chosen: readonly Submission[]): Targets => {
  const open = answers.flatMap((answer) => (answer.open ? [{ ...answer, open: answer.open }] : []));
  const [only, other] = open;
  const meant = chosen.length > 0 || !only || other ? chosen : [only.open];
  if (meant.length > 0) return { approve: meant, reject: meant.filter((one) => !isSentBack(one)) };
  return { approve: open.filter((one) => one.agrees && !isSentBack(one.open)).map((one) => one.open), reject: [] };
};

/** A value that answers to a row have in common. */
export interface ValueGroup {
  key: string;
  /** As the first of them has it. */
  answer: Answer;
  answers: readonly PageAnswer[];
  /** What the answers give together; undefined without a majority. */
  isTogether: boolean | undefined;
}

/** Boxes around one thing never have the same numbers: their labels are compared here, their places on the picture. */
const labelsOf = (boxes: FieldValue | undefined): string =>
  [...((boxes ?? []) as Box[])]
    .map(({ label }) => label)
    .sort()
    .join(' ');

/** Of the answers that count, the value of most first. */
export const valueGroups = (field: FormField, row: Row, answers: readonly PageAnswer[]): ValueGroup[] => {
  const together = row.consensus?.[field.name];
  const groups = new Map<string, ValueGroup & { answers: PageAnswer[] }>();
  for (const [at, answer] of answers.entries()) {
    const given = row.answers[at];
    if (!given || given.status === 'reject') continue;
    const key =
      field.kind === 'boxes' ? labelsOf(given.answer[field.name]) : comparisonKey(field, given.answer[field.name]);
    const known = groups.get(key);
    if (known) known.answers.push(answer);
    else {
      const isTogether =
        isSettled(together) && field.kind !== 'boxes' ? key === comparisonKey(field, together?.value) : undefined;
      groups.set(key, { key, answer: given.answer, answers: [answer], isTogether });
    }
  }
  return [...groups.values()].sort(
    (a, b) => Number(b.isTogether ?? false) - Number(a.isTogether ?? false) || b.answers.length - a.answers.length,
  );
};
