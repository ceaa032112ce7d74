import { t } from '@piecework/i18n';
import { type Elements, Failure, Skeleton } from '@piecework/ui';
import { useTaskForm } from '@piecework/web-kit/answer-form';
import type { WorkForm } from './WorkFields';

interface FormOfTaskProps {
  taskId: string;
  /** False: workers submit a text. */
  hasForm: boolean;
  children(fields: WorkForm): Elements;
}

/** Its children, once the form of the task is there or is known to be none. */
export const FormOfTask = ({ taskId, hasForm, children }: FormOfTaskProps) => {
  const query = useTaskForm(taskId, hasForm);
  if (query.data) return children(query.data.fields);
  if (!hasForm || query.error?.status === 404) return children(undefined);
  return query.isError ? <Failure title={t('The form couldn’t be loaded')} query={query} /> : <Skeleton shape="card" />;
};
