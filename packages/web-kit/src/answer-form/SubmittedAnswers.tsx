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
interface SubmittedAnswersProps extends Pick<Submission, 'taskId' | 'page' | 'answers'> {
  /** Without answers, and until the form of the task and the rows of the page are there. */
  children: ReactNode;
}

export const SubmittedAnswers = ({ taskId, page, answers = [], children }: SubmittedAnswersProps) => {
  const [answer] = answers;
  const { data: form } = useTaskForm(taskId, answer !== undefined);
  const rows = usePageRows(taskId, answer && page);
  if (answer) void PageAnswers.preload();
  if (!answer || !form || rows.isLoading) return children;
  return <PageAnswers fields={form.fields} isBatch={page !== undefined} page={rows.data} answers={answers} />;
};
