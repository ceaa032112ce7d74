import type { Submission } from '@piecework/contracts';
import { Skeleton } from '@piecework/ui';
import { loadable } from '@piecework/web-kit';
import type { ReactNode } from 'react';
import { usePageRows, useTaskForm } from './useTaskForm';

// Not in the first request of a home: few tasks have a form.
const PageAnswers = loadable(
  async () => ({ default: (await import('./PageAnswers')).PageAnswers }),
  <Skeleton shape="text" count={3} />,
);

/** `page`: of a batch, whose answers stand each beside the values of its row. */
interface SubmittedAnswersProps extends Pick<Submission, '_id' | 'taskId' | 'page' | 'version' | 'answers' | 'checks'> {
  /** Without answers, and until the form of the task and the rows of the page are there. */
  children: ReactNode;
}

export const SubmittedAnswers = ({ _id, answers = [], checks, children, ...shown }: SubmittedAnswersProps) => {
  const { taskId, page, version } = shown;
  const [answer] = answers;
  const { data: form } = useTaskForm(taskId, answer !== undefined, version);
  const rows = usePageRows(taskId, answer && page, { version, submission: checks && _id });
  if (answer) void PageAnswers.preload();
  if (!answer || !form || rows.isLoading) return children;
  return <PageAnswers fields={form.fields} isBatch={page !== undefined} page={rows.data} answers={answers} />;
};
