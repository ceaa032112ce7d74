import type { Batch } from '@piecework/contracts';
import { COLUMN_KINDS, type ColumnKind, MAX_COLUMNS, MAX_ROWS, ROWS_MEGABYTES } from '@piecework/contracts/constants';
import {
  Button,
  Card,
  DataTable,
  Empty,
  FormActions,
  formatCoins,
  Grid,
  Notice,
  Row,
  SelectField,
  Stack,
  VisuallyHidden,
} from '@piecework/ui';
import { text } from '@piecework/ui/styles';
import { call } from '@piecework/web-kit';
import { Meter } from '@piecework/web-kit/forms';
import { patchRow, refresh, useAction } from '@piecework/web-kit/query';
import { useState } from 'react';
import { styled } from 'styled-components';
import { CsvField } from '../import/CsvField';
import { ColumnNames } from './ColumnNames';
import { RowSample } from './RowSample';
import type { StepProps } from './step-props';
import { UnknownColumns } from './UnknownColumns';
import { type RowFault, type RowsUpload, useRowsUpload } from './useRowsUpload';

type BatchFile = NonNullable<Batch['file']>;

const HINT = `The first row names the columns. Up to ${MAX_ROWS.toLocaleString('en')} rows, ${MAX_COLUMNS} columns and ${ROWS_MEGABYTES} MB.`;
const rowsText = (count: number) => `${formatCoins(count)} ${count === 1 ? 'row' : 'rows'}`;

export default function DataStep({ batch, form, faults, onNext }: StepProps) {
  const { upload, send, cancel } = useRowsUpload(batch._id);
  const { file } = batch;
  const isSending = upload.kind === 'sending';
  return (
    <Step gap={5}>
      {!file && upload.kind === 'idle' && faults.some(({ field }) => field === 'rows') && (
        <Notice tone="bad">Upload a file with your rows.</Notice>
      )}
      <CsvField
        hint={HINT}
        current={upload.kind === 'idle' ? file && rowsText(file.rows) : upload.name}
        disabled={isSending}
        onChoose={send}
      />
      <UploadState upload={upload} file={file} onCancel={cancel} onRetry={send} />
      {file && (
        <>
          <Columns batchId={batch._id} file={file} />
          <RowSample file={file} />
          <Names file={file} />
          <UnknownColumns batch={batch} form={form} />
        </>
      )}
      <FormActions>
        <Button variant="primary" disabled={isSending} onClick={onNext}>
          Next: Pay
        </Button>
      </FormActions>
    </Step>
  );
}

interface UploadStateProps {
  upload: RowsUpload;
  file: BatchFile | undefined;
  onCancel(): void;
  onRetry(file: File): void;
}

const UploadState = ({ upload, file, onCancel, onRetry }: UploadStateProps) => {
  const kept = file ? ` Your earlier ${rowsText(file.rows)} stay.` : '';
  return (
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
      {upload.kind === 'done' && (
        <Notice tone="good">
          {[`${rowsText(upload.rows)} uploaded.`, ...upload.notes].map((note) => (
            <div key={note}>{note}</div>
          ))}
        </Notice>
      )}
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
};

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

const KIND_LABELS: Readonly<Record<ColumnKind, string>> = {
  text: 'Text',
  key: 'Row key',
  picture: 'Picture',
  link: 'Link',
};

const Columns = ({ batchId, file: { columns } }: { batchId: string; file: BatchFile }) => {
  const { run } = useAction(async (changed: BatchFile['columns']) => {
    const kinds = new Map(changed.map(({ name, kind }) => [name, kind]));
    const withKinds = (file: BatchFile): BatchFile => ({
      ...file,
      columns: file.columns.map((column) => ({ ...column, kind: kinds.get(column.name) ?? column.kind })),
    });
    try {
      patchRow('GET /batches/{id}', batchId, (now) => ({ ...now, ...(now.file && { file: withKinds(now.file) }) }));
      const body = { columns: changed.map(({ name, kind }) => ({ name, kind })) };
      await call('PATCH /batches/{id}', { params: { id: batchId }, body });
    } catch (error) {
      refresh('GET /batches/{id}');
      throw error;
    }
  });
  /** One column is the key. */
  const choose = (name: string, kind: ColumnKind) =>
    void run(
      columns.flatMap((column) => {
        if (column.name === name) return [{ ...column, kind }];
        return kind === 'key' && column.kind === 'key' ? [{ ...column, kind: 'text' as const }] : [];
      }),
    );
  return (
    <Card as="section" aria-labelledby="batch-columns">
      <Stack>
        <Heading id="batch-columns">Columns</Heading>
        <p>
          Say what each column has. Workers see pictures and links beside the form. The row key is your own name of a
          row, which your download has too.
        </p>
        <Grid min="11rem" gap={4}>
          {columns.map(({ name, label, kind }) => (
            <SelectField
              key={name}
              label={<span translate="no">{label}</span>}
              value={kind}
              options={COLUMN_KINDS.map((one) => ({ value: one, label: KIND_LABELS[one] }))}
              onChange={({ target }) => choose(name, target.value as ColumnKind)}
            />
          ))}
        </Grid>
      </Stack>
    </Card>
  );
};

const Names = ({ file }: { file: BatchFile }) => {
  const [outcome, setOutcome] = useState('');
  const copy = async (placeholder: string) => {
    try {
      // Absent on a page without https.
      await navigator.clipboard.writeText(placeholder);
      setOutcome(`${placeholder} is copied.`);
    } catch {
      setOutcome(`Your browser blocked copying. Type ${placeholder} yourself.`);
    }
  };
  return (
    <div>
      <ColumnNames
        file={file}
        lead="Use these in the task detail and in labels; each row shows its own value. Choose one to copy it."
        verb="Copy"
        onPick={(placeholder) => void copy(placeholder)}
      />
      <p role="status">{outcome}</p>
    </div>
  );
};

const Step = styled(Stack)`
  max-width: 64rem;
`;
const Heading = styled.h3`
  margin: 0;
  font-size: ${text.h3};
`;
