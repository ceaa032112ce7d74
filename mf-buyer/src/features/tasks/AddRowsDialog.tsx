import { ROWS_MEGABYTES } from '@piecework/contracts/constants';
import { Fact, Facts, formatCoins, Notice } from '@piecework/ui';
import { call, stageRows } from '@piecework/web-kit';
import { useAction } from '@piecework/web-kit/query';
import { rowsText } from '../counted';
import { CsvDialog } from '../import/CsvDialog';
import { useCsvUpload } from '../import/useCsvUpload';
import { AdditionCost, useIsShort } from './AdditionCost';
import { type ExtendProps, reportExtension } from './extension';

const HINT = `With the columns of your first file, in any order. Up to ${ROWS_MEGABYTES} MB.`;

/** P-12.14: the file is checked whole, and its rows are added after a confirmation. */
export function AddRowsDialog({ task, onClose }: ExtendProps) {
  const csv = useCsvUpload((file, sending) => stageRows(task._id, file, sending));
  const { upload } = csv;
  const staged = upload.kind === 'done' ? upload.result : undefined;
  const cost = staged?.cost ?? null;
  const isShort = useIsShort(cost);
  const { run: add, isRunning } = useAction(async () => {
    if (!staged) return;
    const body = { upload: staged.upload };
    const what = rowsText(staged.rows);
    await reportExtension(call('POST /tasks/{id}/rows', { params: { id: task._id }, body }), {
      title: 'Added',
      done: `${what} ${staged.rows === 1 ? 'is' : 'are'} now in “${task.taskTitle}”.`,
      late: `${what} will be there in a moment. We’ll notify you if you don’t have enough coins.`,
    });
    onClose();
  });
  return (
    <CsvDialog
      title="Add rows"
      intro={`Let workers answer more rows of “${task.taskTitle}”. The form and the pay stay the same.`}
      hint={HINT}
      csv={csv}
      kept=" Nothing has been added."
      action={staged ? `Add ${rowsText(staged.rows)}` : 'Add rows'}
      canAct={staged !== undefined && !isShort}
      isActing={isRunning}
      onAct={() => void add()}
      onClose={onClose}
    >
      {staged && (
        <>
          {staged.notes?.map((note) => (
            <Notice key={note} tone="good">
              {note}
            </Notice>
          ))}
          <Facts>
            <Fact label="Rows">{formatCoins(staged.rows)}</Fact>
            {staged.checks !== undefined && <Fact label="Checks">{formatCoins(staged.checks)}</Fact>}
            <Fact label="Pages">{formatCoins(staged.pages)}</Fact>
            <Fact label="Answers">{formatCoins(staged.places)}</Fact>
          </Facts>
        </>
      )}
      <AdditionCost cost={cost} />
    </CsvDialog>
  );
}
