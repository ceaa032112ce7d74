import type { FormField, Page } from '@piecework/contracts';
import { drawnColumns, fieldsForRow, fieldsOfColumns } from '@piecework/contracts/forms';
import { Button, LinkedParagraph, Modal, Stack } from '@piecework/ui';
import { color, space, text } from '@piecework/ui/styles';
import { AnswerFields, type AnswerValues, emptyAnswers } from '@piecework/web-kit/answer-form';
import { useForm } from '@piecework/web-kit/forms';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { Value } from './RowSample';

export interface TryItProps {
  page: Page;
  fields: readonly FormField[];
  onClose(): void;
  /** @param seconds from the opening until all rows were answered */
  onDone(seconds: number): void;
}

/** Whether a row is answered; its first fault takes the focus. */
type Check = (shouldFocus: boolean) => Promise<boolean>;

/** A page as a worker answers it. Nothing is sent. */
export default function TryIt({ page, fields, onClose, onDone }: TryItProps) {
  const opened = useRef(performance.now());
  const checks = useRef(new Map<number, Check>());
  const submit = async () => {
    const seconds = (performance.now() - opened.current) / 1000;
    let isFine = true;
    for (const { number } of page.rows) isFine = ((await checks.current.get(number)?.(isFine)) ?? true) && isFine;
    if (isFine) onDone(seconds);
  };
  return (
    <Modal
      title="Try it yourself"
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Back
          </Button>
          <Button variant="primary" onClick={() => void submit()}>
            Submit
          </Button>
        </>
      }
    >
      <Stack gap={6}>
        <p>Answer this page as a worker would. We measure the time; nothing is submitted.</p>
        {page.rows.map((row) => (
          <RowTrial
            key={row.number}
            row={row}
            columns={page.columns}
            fields={fieldsForRow(fieldsOfColumns(fields, page.columns), row.values)}
            checks={checks.current}
          />
        ))}
      </Stack>
    </Modal>
  );
}

interface RowTrialProps {
  row: Page['rows'][number];
  columns: Page['columns'];
  fields: FormField[];
  checks: Map<number, Check>;
}

const RowTrial = ({ row: { number, values, text: detail }, columns, fields, checks }: RowTrialProps) => {
  const form = useForm<AnswerValues>({ defaultValues: emptyAnswers(fields) });
  const { trigger } = form;
  const drawnOn = drawnColumns(fields);
  useEffect(() => {
    checks.set(number, (shouldFocus) => trigger(undefined, { shouldFocus }));
  }, [checks, number, trigger]);
  return (
    <Row as="section" gap={4} aria-label={`Row ${number}`}>
      <h3>{`Row ${number}`}</h3>
      {columns
        .filter(({ name, kind }) => (kind === 'picture' || kind === 'link') && values[name] && !drawnOn.has(name))
        .map(({ name, label, kind }) => (
          <Value key={name} kind={kind} value={values[name] ?? ''} title={label} isLarge />
        ))}
      <LinkedParagraph text={detail} />
      <AnswerFields fields={fields} form={form} values={values} />
    </Row>
  );
};

const Row = styled(Stack)`
  h3 { margin: 0; font-size: ${text.lead}; }
  & + & { padding-top: ${space(5)}; border-top: 2px dashed ${color.line}; }
`;
