import { Button, Row } from '@piecework/ui';
import { dialogs, download, serverNow } from '@piecework/web-kit';
import { useAction } from '@piecework/web-kit/query';

const CONFIRMATION = {
  title: 'Are you sure?',
  detail: 'This saves a file with the account numbers of all due payouts to this device.',
  text: 'The file isn’t encrypted, so delete it once everything is paid. The export is recorded in the admin trail.',
  confirmText: 'Yes, export them!',
};

/** The due payouts as a file: CSV for a program, XLSX for a person. */
export function ExportPayouts() {
  const csv = useExport('csv');
  const xlsx = useExport('xlsx');
  return (
    <Row gap={2}>
      <Button variant="secondary" size="small" icon="withdraw" busy={xlsx.isRunning} onClick={xlsx.start}>
        Export for Excel
      </Button>
      <Button variant="secondary" size="small" icon="withdraw" busy={csv.isRunning} onClick={csv.start}>
        Export CSV
      </Button>
    </Row>
  );
}

const useExport = (format: 'csv' | 'xlsx') => {
  const { run, isRunning } = useAction(async () => {
    if (!(await dialogs.confirm(CONFIRMATION))) return;
    const day = new Date(serverNow()).toISOString().slice(0, 10);
    await download(`GET /withdrawals.${format}`, `payouts-${day}.${format}`);
  });
  return { start: () => void run(), isRunning };
};
