import type { Batch, FormField } from '@piecework/contracts';
import { type ColumnKind, MAX_COLUMNS, MAX_ROWS, ROWS_MEGABYTES } from '@piecework/contracts/constants';
import { Button, Card, FormActions, Grid, Notice, SelectField, Stack } from '@piecework/ui';
import { text } from '@piecework/ui/styles';
import { call, uploadRows } from '@piecework/web-kit';
import { patchRow, refresh, useAction } from '@piecework/web-kit/query';
import { useState } from 'react';
import { styled } from 'styled-components';
import { counted, rowsText } from '../counted';
import { CsvField } from '../import/CsvField';
import { UploadProgress } from '../import/UploadProgress';
import { useCsvUpload } from '../import/useCsvUpload';
import { ColumnNames } from './ColumnNames';
import { RowSample } from './RowSample';
import type { StepProps } from './step-props';
import { UnknownColumns } from './UnknownColumns';

type BatchFile = NonNullable<Batch['file']>;

const HINT = `The first row names the columns. Up to ${MAX_ROWS.toLocaleString('en')} rows, ${MAX_COLUMNS} columns and ${ROWS_MEGABYTES} MB.`;
const fileText = ({ rows, checks }: Pick<BatchFile, 'rows' | 'checks'>) =>
  checks ? `${rowsText(rows)} and ${counted(checks, 'check', 'checks')}` : rowsText(rows);

export default function DataStep({ batch, form, faults, onNext }: StepProps) {
  const { upload, send, cancel } = useCsvUpload(async (chosen, sending) => {
    const uploaded = await uploadRows(batch._id, chosen, sending);
    refresh('GET /batches/{id}', 'GET /batches');
    return uploaded;
  });
  const { file } = batch;
  const isSending = upload.kind === 'sending';
  return (
    <Step gap={5}>
      {!file && upload.kind === 'idle' && faults.some(({ field }) => field === 'rows') && (
        <Notice tone="bad">Upload a file with your rows.</Notice>
      )}
      <CsvField
        hint={HINT}
        current={upload.kind === 'idle' ? file && fileText(file) : upload.name}
        disabled={isSending}
        onChoose={send}
      />
      <UploadProgress
        upload={upload}
        kept={file ? ` Your earlier ${fileText(file)} stay.` : ''}
        onCancel={cancel}
        onRetry={send}
      />
      {upload.kind === 'done' && (
        <Notice tone="good">
          {[`${fileText(upload.result)} uploaded.`, ...(upload.result.notes ?? [])].map((note) => (
            <div key={note}>{note}</div>
          ))}
        </Notice>
      )}
      {file && (
        <>
          <Columns batchId={batch._id} file={file} fields={batch.form?.fields ?? []} />
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

const KIND_LABELS: Readonly<Record<Exclude<ColumnKind, 'expected'>, string>> = {
  text: 'Text',
  key: 'Row key',
  picture: 'Picture',
  link: 'Link',
};

type FileColumn = BatchFile['columns'][number];

/** Value of the list of kinds: an expected column has that of its field. */
const choiceOf = ({ kind, field }: Pick<FileColumn, 'kind' | 'field'>): string =>
  kind === 'expected' ? `expected.${field}` : kind;
const kindOf = (choice: string): Pick<FileColumn, 'kind' | 'field'> => {
  const [kind, field] = choice.split('.');
  return field === undefined ? { kind: kind as ColumnKind } : { kind: 'expected', field };
};

interface ColumnsProps {
  batchId: string;
  file: BatchFile;
  fields: readonly FormField[];
}

const Columns = ({ batchId, file: { columns, checks }, fields }: ColumnsProps) => {
  const { run } = useAction(async (changed: FileColumn[]) => {
    const byName = new Map(changed.map((column) => [column.name, column]));
    const withKinds = (file: BatchFile): BatchFile => ({
      ...file,
      columns: file.columns.map((column) => byName.get(column.name) ?? column),
    });
    try {
      patchRow('GET /batches/{id}', batchId, (now) => ({ ...now, ...(now.file && { file: withKinds(now.file) }) }));
      const body = { columns: changed.map(({ name, kind, field }) => ({ name, kind, ...(field && { field }) })) };
      await call('PATCH /batches/{id}', { params: { id: batchId }, body });
      // The server counts the rows and the checks.
      if ([...changed, ...columns.filter(({ name }) => byName.has(name))].some(({ kind }) => kind === 'expected'))
        refresh('GET /batches/{id}');
    } catch (error) {
      refresh('GET /batches/{id}');
      throw error;
    }
  });
  /** One column is the key. */
  const choose = (name: string, choice: string) =>
    void run(
      columns.flatMap((column) => {
        const { label, kind } = column;
        if (column.name === name) return [{ name, label, ...kindOf(choice) }];
        return choice === 'key' && kind === 'key' ? [{ ...column, kind: 'text' as const }] : [];
      }),
    );
  const checked = fields.filter(({ kind }) => kind !== 'picture');
  const optionsOf = (column: FileColumn) => {
    const known = checked.map(({ name, label }) => ({ value: `expected.${name}`, label: `Right answer: ${label}` }));
    const kinds = Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }));
    const isUnknown = column.kind === 'expected' && !checked.some(({ name }) => name === column.field);
    const missing = isUnknown ? [{ value: choiceOf(column), label: `Right answer: ${column.field}` }] : [];
    return [...kinds, ...known, ...missing];
  };
  return (
    <Card as="section" aria-labelledby="batch-columns">
      <Stack>
        <Heading id="batch-columns">Columns</Heading>
        <p>
          Say what each column has. Workers see pictures and links beside the form. The row key is your own name of a
          row, which your download has too.
        </p>
        <p>
          Do you know the right answers to some rows? Put them in a column, and those rows become checks: workers meet
          them among the other rows without knowing which they are, and you see how accurate each worker is.
        </p>
        <Grid min="11rem" gap={4}>
          {columns.map((column) => (
            <SelectField
              key={column.name}
              label={<span translate="no">{column.label}</span>}
              value={choiceOf(column)}
              options={optionsOf(column)}
              onChange={({ target }) => choose(column.name, target.value)}
            />
          ))}
        </Grid>
        <p role="status">{checks ? `${counted(checks, 'check', 'checks')} in your file.` : ''}</p>
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
