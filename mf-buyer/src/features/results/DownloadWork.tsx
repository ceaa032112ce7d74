import { Button } from '@piecework/ui';
import { download } from '@piecework/web-kit';
import { useAction } from '@piecework/web-kit/query';

/** The submitted work of the task as a file: CSV for a program, XLSX for a person. */
export function DownloadWork({ taskId }: { taskId: string }) {
  const csv = useDownload(taskId, 'csv');
  const xlsx = useDownload(taskId, 'xlsx');
  return (
    <>
      <Button variant="secondary" icon="withdraw" busy={xlsx.isRunning} onClick={xlsx.start}>
        Download for Excel
      </Button>
      <Button variant="secondary" icon="withdraw" busy={csv.isRunning} onClick={csv.start}>
        Download CSV
      </Button>
    </>
  );
}

const useDownload = (taskId: string, format: 'csv' | 'xlsx') => {
  const { run, isRunning } = useAction(async () => {
    const params = { id: taskId };
    await download(`GET /tasks/{id}/submissions.${format}`, `submissions-${taskId}.${format}`, { params });
  });
  return { start: () => void run(), isRunning };
};
