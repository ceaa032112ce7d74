import { Button } from '@piecework/ui';
import { dialogs, downloadCsv, serverNow } from '@piecework/web-kit';
import { useAction } from '@piecework/web-kit/query';

const CONFIRMATION = {
  title: 'Are you sure?',
  detail: 'A file with the account numbers of all due payouts is saved on this device.',
  text: 'They are not encrypted there: delete the file when everything is paid. The export is noted in the admin trail.',
  confirmText: 'Yes, export them!',
};

/** The due payouts as a CSV file. */
export function ExportPayouts() {
  const { run, isRunning } = useAction(async () => {
    if (!(await dialogs.confirm(CONFIRMATION))) return;
    await downloadCsv(
      'GET /withdrawals.csv',
      `payouts-${new Date(serverNow()).toISOString().slice(0, 10)}.csv`,
    );
  });
  return (
    <Button variant="secondary" size="small" icon="withdraw" busy={isRunning} onClick={() => void run()}>
      Export CSV
    </Button>
  );
}
