import type { Answer, FieldValue, FormField } from '@piecework/contracts';

/** Values of the inputs, by {@link inputNameOf}. Boxes are one text of JSON, which a draft can have. */
export type AnswerValues = Record<string, string | string[]>;

/** Of the text of an input with boxes. */
export const boxesIn = (text: string): readonly unknown[] => {
  try {
    const boxes: unknown = JSON.parse(text);
    return Array.isArray(boxes) ? boxes : [];
  } catch {
    return [];
  }
};

/** '' without boxes. */
export const boxesText = (boxes: readonly unknown[]): string => (boxes.length > 0 ? JSON.stringify(boxes) : '');

const inputValue = (field: FormField, value: FieldValue | undefined): string | string[] => {
  if (field.kind === 'boxes') return boxesText([value ?? []].flat());
  return (value as string | string[] | undefined) ?? (isList(field) ? [] : '');
};

/** Prefixed, because react-hook-form keeps the errors of a whole form as those of a field `root`. @param row index in its page */
export const inputNameOf = ({ name }: Pick<FormField, 'name'>, row = 0): string => `answer-${row}-${name}`;

/** 'answers.2.total' and 'answers.2.total.0.width' → 'answer-2-total': the input of a fault of the server. */
export const answerFieldOf = (path: string): string => path.replace(/^answers\.(\d+)\.([^.]*).*$/, 'answer-$1-$2');

const isList = ({ kind }: FormField): boolean => kind === 'choices' || kind === 'picture';

/** Default values of a form that {@link AnswerFields} shows. @param answers former ones, or `{}`, of each row */
export const emptyAnswers = (fields: readonly FormField[], answers: readonly Answer[] = [{}]): AnswerValues =>
  Object.fromEntries(
    answers.flatMap((answer, row) =>
      fields.map((field) => [inputNameOf(field, row), inputValue(field, answer[field.name])] as const),
    ),
  );

/** Of radio buttons, react-hook-form keeps null while none is chosen. */
const isEmpty = (value: string | string[] | null | undefined): boolean =>
  !value || (typeof value === 'string' ? value.trim() : value).length === 0;

/** The answers for the body of a request, one per row, as they were typed: the server brings them into their one form. */
export const answersOf = (fields: readonly FormField[], values: AnswerValues, rows = 1) => {
  const given = Array.from({ length: rows }, (_, row) =>
    fields.flatMap((field) => {
      const value = values[inputNameOf(field, row)];
      return value === undefined || isEmpty(value) ? [] : [{ field, value }];
    }),
  );
  const attachments = given.flat().flatMap(({ field, value }) => (field.kind === 'picture' ? value : []));
  return {
    answers: given.map((row) =>
      Object.fromEntries(
        row.map(({ field, value }) => [field.name, field.kind === 'boxes' ? boxesIn(String(value)) : value]),
      ),
    ),
    ...(attachments.length > 0 && { attachments }),
  };
};
