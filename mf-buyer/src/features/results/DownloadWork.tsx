import type { Task } from '@piecework/contracts';
import { Button } from '@piecework/ui';
import { download } from '@piecework/web-kit';
import { useAction } from '@piecework/web-kit/query';
import { ActionMenu } from './ActionMenu';

interface DownloadWorkProps {
  taskId: string;
  batch: Task['batch'];
}

/** The submitted work of the task as a file: CSV for a program, XLSX for a person; of a batch also by rows and by answers. */
export const DownloadWork = ({ taskId, batch }: DownloadWorkProps) =>
  batch ? <DownloadMenu taskId={taskId} /> : <DownloadButtons taskId={taskId} />;

const DownloadButtons = ({ taskId }: { taskId: string }) => {
  const csv = useDownload(taskId);
  const xlsx = useDownload(taskId);
  return (
    <>
      <Button variant="secondary" icon="withdraw" busy={xlsx.isRunning} onClick={() => xlsx.start('submissions.xlsx')}>
        Download for Excel
      </Button>
      <Button variant="secondary" icon="withdraw" busy={csv.isRunning} onClick={() => csv.start('submissions.csv')}>
        Download CSV
      </Button>
    </>
  );
};

const FILES = {
  'rows.csv': 'Rows with all answers, CSV',
  'rows.jsonl': 'Rows with all answers, JSON Lines',
  'answers.csv': 'One answer per line, CSV',
  'answers.jsonl': 'One answer per line, JSON Lines',
  'submissions.xlsx': 'Submissions, Excel',
  'submissions.csv': 'Submissions, CSV',
} as const;
type File = keyof typeof FILES;

const DownloadMenu = ({ taskId }: { taskId: string }) => {
  const { start, isRunning } = useDownload(taskId);
  return (
    <ActionMenu
      label="Download"
      icon="withdraw"
      items={Object.entries(FILES).map(([file, label]) => ({
        label,
        disabled: isRunning,
        onSelect: () => start(file as File),
      }))}
    />
  );
};

const useDownload = (taskId: string) => {
  const { run, isRunning } = useAction(async (file: File) => {
    const [name, format] = file.split('.');
    await download(`GET /tasks/{id}/${file}`, `${name}-${taskId}.${format}`, { params: { id: taskId } });
  });
  return { start: (file: File) => void run(file), isRunning };
};
