import { Button, DataTable, Empty, formatCoins, Notice, Row, Stack, VisuallyHidden } from '@piecework/ui';
import { Meter } from '@piecework/web-kit/forms';
import type { CsvUpload, RowFault } from './useCsvUpload';

interface UploadProgressProps {
  upload: CsvUpload<unknown>;
  /** Behind a failure: what stays as it was. */
  kept: string;
  onCancel(): void;
  onRetry(file: File): void;
}

/** What becomes of a CSV file until it is taken: its progress, or its faults by row and column. */
export const UploadProgress = ({ upload, kept, onCancel, onRetry }: UploadProgressProps) => (
  <>
    {upload.kind === 'sending' && (
      <Row>
        <Meter fraction={upload.fraction ?? 0} label={`Upload of ${upload.name}`} />
        <Button variant="quiet" size="small" icon="close" onClick={onCancel}>
          Cancel upload
        </Button>
      </Row>
    )}
    <VisuallyHidden role="status">{upload.kind === 'sending' ? sendingText(upload.fraction) : ''}</VisuallyHidden>
    {upload.kind === 'failed' && (
      <Notice tone="bad">
        <span>{`${upload.message}${kept}`}</span>{' '}
        <Button variant="quiet" size="small" icon="retry" onClick={() => onRetry(upload.again)}>
          Try again
        </Button>
      </Notice>
    )}
    {upload.kind === 'faulty' && (
      <>
        <Notice tone="bad">
          {`${upload.faults.length === 1 ? '1 problem' : `${formatCoins(upload.faults.length)} problems`} found. Fix the file and upload it again.${kept}`}
        </Notice>
        <Stack as="section" aria-label="Problems">
          <DataTable
            caption="Problems by row and column; row 1 is the first row of the file"
            rows={upload.faults}
            rowKey={({ row, column, message }) => [row, column, message].join()}
            columns={FAULT_COLUMNS}
            empty={<Empty title="No problems" />}
          />
        </Stack>
      </>
    )}
  </>
);

/** Not the percent, which would be announced again and again. */
const sendingText = (fraction: number | null): string => {
  if (fraction === null) return 'The connection is lost. The upload continues when it’s back.';
  return fraction < 1 ? 'Uploading …' : 'Checking the rows …';
};

const FAULT_COLUMNS = [
  { id: 'row', head: 'Row', cell: ({ row }: RowFault) => row ?? 'Whole file' },
  { id: 'column', head: 'Column', cell: ({ column }: RowFault) => column || '–' },
  { id: 'reason', head: 'Reason', wide: true, cell: ({ message }: RowFault) => message },
];
