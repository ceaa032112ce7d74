import type { Submission } from '@piecework/contracts';
import { Skeleton } from '@piecework/ui';
import { loadable } from '@piecework/web-kit';
import type { ReactNode } from 'react';
import { useTaskForm } from './useTaskForm';

// Not in the first request of a home: few tasks have a form.
const Answers = loadable(
  async () => ({ default: (await import('./Answers')).Answers }),
  <Skeleton shape="text" count={3} />,
);

interface SubmittedAnswersProps extends Pick<Submission, 'taskId' | 'answers'> {
  /** Without answers, and until the form of the task is there. */
  children: ReactNode;
}

export const SubmittedAnswers = ({ taskId, answers: [answer] = [], children }: SubmittedAnswersProps) => {
  const { data: form } = useTaskForm(taskId, answer !== undefined);
  if (answer) void Answers.preload();
  return answer && form ? <Answers fields={form.fields} answer={answer} /> : children;
};
