import type { Page } from '@piecework/contracts';
import { t } from '@piecework/i18n';
import { type Elements, Failure, Skeleton } from '@piecework/ui';
import { usePageRows, useTaskForm } from '@piecework/web-kit/answer-form';
import type { WorkForm } from './WorkFields';

interface FormOfTaskProps {
  taskId: string;
  /** False: workers submit a text. */
  hasForm: boolean;
  /** Of a batch. */
  page?: number | undefined;
  /** Of the texts. */
  version?: number | undefined;
  children(fields: WorkForm, page?: Page): Elements;
}

/** Its children, once the form of the task is there, with the rows of the page, or is known to be none. */
export const FormOfTask = ({ taskId, hasForm, page, version, children }: FormOfTaskProps) => {
  const form = useTaskForm(taskId, hasForm, version);
  const rows = usePageRows(taskId, page, { version });
  if (form.data && (page === undefined || rows.data)) return children(form.data.fields, rows.data);
  if (!hasForm || form.error?.status === 404) return children(undefined);
  const query = form.data ? rows : form;
  return query.isError ? <Failure title={t('The form couldn’t be loaded')} query={query} /> : <Skeleton shape="card" />;
};
