import type { FieldValue, FormField } from '@piecework/contracts';

/** Values of the inputs, by {@link inputNameOf}. */
export type AnswerValues = Record<string, FieldValue>;

/** Prefixed, because react-hook-form keeps the errors of a whole form as those of a field `root`. */
const PREFIX = 'answer-';
export const inputNameOf = ({ name }: Pick<FormField, 'name'>): string => `${PREFIX}${name}`;

/** 'answers.0.total' → 'answer-total': the input of a fault of the server. */
export const answerFieldOf = (path: string): string => path.replace(/^answers\.0\./, PREFIX);

const isList = ({ kind }: FormField): boolean => kind === 'choices' || kind === 'picture';

/** Default values of a form that {@link AnswerFields} shows. @param answer a former one */
export const emptyAnswers = (fields: readonly FormField[], answer: AnswerValues = {}): AnswerValues =>
  Object.fromEntries(
    fields.map((field) => [inputNameOf(field), answer[field.name] ?? (isList(field) ? [] : '')] as const),
  );

/** Of radio buttons, react-hook-form keeps null while none is chosen. */
const isEmpty = (value: FieldValue | null | undefined): boolean =>
  !value || (typeof value === 'string' ? value.trim() : value).length === 0;

/** The answer for the body of a request, as it was typed: the server brings it into its one form. */
export const answersOf = (fields: readonly FormField[], values: AnswerValues) => {
  const given = fields.flatMap((field) => {
    const value = values[inputNameOf(field)];
    return value === undefined || isEmpty(value) ? [] : [{ field, value }];
  });
  const attachments = given.flatMap(({ field, value }) => (field.kind === 'picture' ? value : []));
  return {
    answers: [Object.fromEntries(given.map(({ field, value }) => [field.name, value]))],
    ...(attachments.length > 0 && { attachments }),
  };
};
