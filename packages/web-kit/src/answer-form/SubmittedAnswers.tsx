import type { Submission } from '@piecework/contracts';
import type { ReactNode } from 'react';
import { Answers } from './Answers';
import { useTaskForm } from './useTaskForm';

interface SubmittedAnswersProps extends Pick<Submission, 'taskId' | 'answers'> {
  /** Without answers, and until the form of the task is there. */
  children: ReactNode;
}

export const SubmittedAnswers = ({ taskId, answers: [answer] = [], children }: SubmittedAnswersProps) => {
  const { data: form } = useTaskForm(taskId, answer !== undefined);
  return answer && form ? <Answers fields={form.fields} answer={answer} /> : children;
};
