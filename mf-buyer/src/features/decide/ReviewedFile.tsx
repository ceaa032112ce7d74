import type { DecisionEstimate } from '@piecework/contracts';
import { ROWS_MEGABYTES } from '@piecework/contracts/constants';
import { checkDecisions, uploadDecisions } from '@piecework/web-kit';
import { useAction } from '@piecework/web-kit/query';
import { CsvDialog } from '../import/CsvDialog';
import { useCsvUpload } from '../import/useCsvUpload';
import { EstimateView } from './EstimateView';
import { answersText } from './estimate-texts';
import { refreshDecisions } from './useDecisions';

const HINT = `The answers as you downloaded them (one answer per line, CSV), with approve or reject in the column decision, and a reason beside each rejection. Up to ${ROWS_MEGABYTES} MB. Empty lines stay undecided.`;

/** P-12.20: the file is checked whole, and decides after a confirmation. */
export function ReviewedFile({ taskId, onClose }: { taskId: string; onClose(): void }) {
  const csv = useCsvUpload<DecisionEstimate>((file, sending) => checkDecisions(taskId, file, sending));
  const { upload } = csv;
  const { run: decide, isRunning } = useAction(async () => {
    if (upload.kind !== 'done') return;
    await uploadDecisions(taskId, upload.file);
    refreshDecisions();
    onClose();
  });
  const estimate = upload.kind === 'done' ? upload.result : undefined;
  const count = estimate ? estimate.approve.answers + estimate.reject.answers : 0;
  return (
    <CsvDialog
      title="Upload a reviewed file"
      hint={HINT}
      csv={csv}
      kept=" Nothing has been decided."
      action={`Decide ${answersText(count)}`}
      canAct={count > 0}
      isActing={isRunning}
      onAct={() => void decide()}
      onClose={onClose}
    >
      {estimate && <EstimateView estimate={estimate} />}
    </CsvDialog>
  );
}
