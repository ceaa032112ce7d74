import type { Answer, FormField, Row } from '@piecework/contracts';
import { fieldsForRow } from '@piecework/contracts/forms';
import { Answers, useTaskForm } from '@piecework/web-kit/answer-form';

interface VersionedAnswersProps {
  taskId: string;
  /** Of the texts that the worker read. */
  version: number | undefined;
  /** For the row, in the latest version: until the other one is there. */
  fields: readonly FormField[];
  values: Row['values'];
  answer: Answer;
}

/** The answer to a row beside the labels that its worker read. */
export const VersionedAnswers = ({ taskId, version, fields, values, answer }: VersionedAnswersProps) => {
  const { data: form } = useTaskForm(taskId, true, version);
  return <Answers fields={form ? fieldsForRow(form.fields, values) : fields} answer={answer} values={values} />;
};
