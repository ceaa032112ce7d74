import type { Row as BatchRow, FormField, Page, Task } from '@piecework/contracts';
import { ROW_STATES } from '@piecework/contracts/constants';
import { fieldsForRow, shownValue } from '@piecework/contracts/forms';
import {
  Button,
  type Column,
  DataTable,
  Empty,
  formatCoins,
  ListTools,
  Pager,
  RowButton,
  Stack,
  Status,
  Thumbnails,
  VisuallyHidden,
} from '@piecework/ui';
import { clampedTo, color, plainList, quietText, space } from '@piecework/ui/styles';
import { pictureSources } from '@piecework/web-kit';
import { RowTexts, rowTitle, usePageRows, useTaskForm } from '@piecework/web-kit/answer-form';
import { ListSearch, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList, useApiQuery } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { allOf } from './all-of';
import { Consensus, Glyph } from './Consensus';
import { differingFields } from './differing-fields';
import { RowDialog } from './RowDialog';
import { RowProgress, RowStateFilter } from './RowStates';
import { pageOfRow } from './row-page';

/** Rows on a page of the list. */
const ROWS_SHOWN = 25;
/** Values of a row beside its pictures; the opened row has all. */
const MOST_VALUES = 3;

interface RowResultsProps {
  task: Task;
  batch: NonNullable<Task['batch']>;
}

/** The rows of a batch beside all their answers, as a list and one by one (`?row=`, its position in the list). */
export default function RowResults({ task: { _id: id }, batch }: RowResultsProps) {
  const params = useListParams(ROWS_SHOWN);
  const { page, range } = params;
  const q = params.get('q');
  const rowState = params.oneOf('state', ROW_STATES);
  const query = { ...range, q, ...(rowState && { state: rowState }) };
  const list = useApiList('GET /tasks/{id}/rows', { params: { id }, query });
  const progress = useApiQuery('GET /tasks/{id}/progress', { params: { id } });
  // All pages have the same columns.
  const first = usePageRows(id, 1);
  const form = useTaskForm(id, true);
  const pages = usePages(params, list);

  const { rows = [], total = 0 } = list.data ?? {};
  const columns = first.data?.columns ?? [];
  const fields = form.data?.fields ?? [];
  const state = tableState(allOf(list, first, form, progress));
  const counts = progress.data?.rows;
  const position = Math.trunc(Number(params.get('row')));
  const open = (at: number) => {
    const onPage = Math.ceil(at / ROWS_SHOWN);
    params.change({ row: at > 0 ? String(at) : '', page: onPage > 1 ? String(onPage) : '' });
  };

  return (
    <Stack as="section" aria-label="Rows">
      {counts && <RowProgress counts={counts} />}
      <ListTools>
        <ListSearch label="Search rows" params={params} />
        {counts && <RowStateFilter counts={counts} params={params} />}
      </ListTools>
      <Table>
        <DataTable
          caption="Rows in the order of your file"
          {...state}
          rows={rows}
          rowKey={({ number }) => String(number)}
          columns={tableColumns({
            columns,
            fields,
            overlap: batch.overlap.max,
            onOpen: (row) => open(range.offset + rows.indexOf(row) + 1),
          })}
          empty={
            <Empty
              title="No rows match"
              text="Try a different search, or show all rows."
              action={
                <Button variant="secondary" onClick={() => params.change({ q: '', state: '' })}>
                  Show all
                </Button>
              }
            />
          }
        />
      </Table>
      <Pager page={page} pages={pages} onPage={params.goTo} label="Rows" />
      {state.state === 'ready' && position > range.offset && position <= Math.min(total, range.offset + ROWS_SHOWN) && (
        <RowDialog
          taskId={id}
          // While another page of the list loads, its rows are the former ones.
          row={list.isPlaceholderData ? undefined : rows[position - 1 - range.offset]}
          columns={columns}
          fields={fields}
          position={position}
          total={total}
          onOpen={open}
          onClose={() => params.change({ row: '', page: page > 1 ? String(page) : '' })}
        />
      )}
    </Stack>
  );
}

interface TableParts {
  columns: Page['columns'];
  fields: readonly FormField[];
  /** Answers that a row needs. */
  overlap: number;
  onOpen(row: BatchRow): void;
}

const tableColumns = ({ columns, fields, overlap, onOpen }: TableParts): Column<BatchRow>[] => [
  {
    id: 'row',
    head: 'Row',
    primary: true,
    cell: (row) => (
      <>
        <RowButton onClick={() => onOpen(row)}>
          <span>{rowTitle(pageOfRow(columns, row), 0)}</span>
        </RowButton>
        <Quiet>{`${formatCoins(row.answers.filter(({ status }) => status !== 'reject').length)} of ${overlap} ${overlap === 1 ? 'answer' : 'answers'}`}</Quiet>
        <State>
          <Status status={row.state} />
        </State>
      </>
    ),
  },
  { id: 'values', head: 'Values', wide: true, cell: (row) => <ShortValues columns={columns} row={row} /> },
  ...(overlap > 1 ? [togetherColumn(fields)] : []),
  { id: 'answers', head: 'Answers', wide: true, cell: (row) => <ShortAnswers fields={fields} row={row} /> },
];

/** Of one answer it would repeat that. */
const togetherColumn = (fields: readonly FormField[]): Column<BatchRow> => ({
  id: 'together',
  head: 'Together',
  wide: true,
  cell: (row) =>
    row.consensus ? (
      <Consensus row={row} fields={fieldsForRow(fields, row.values)} isShort />
    ) : (
      <Quiet>No answers yet</Quiet>
    ),
});

const ShortValues = ({ columns, row }: { columns: Page['columns']; row: BatchRow }) => {
  const filled = columns.filter(({ kind, name }) => kind !== 'key' && row.values[name]);
  const texts = filled.filter(({ kind }) => kind !== 'picture');
  const pictures = filled.filter(({ kind }) => kind === 'picture').map(({ name }) => row.values[name] ?? '');
  return (
    <Short>
      {pictures.length > 0 && (
        <Thumbnails
          label={`Pictures of row ${row.number}`}
          pictures={pictures.map((url) => pictureSources(url, 160))}
        />
      )}
      <div>
        <RowTexts page={pageOfRow(texts.slice(0, MOST_VALUES), row)} at={0} />
        {texts.length > MOST_VALUES && <Quiet>{`${texts.length - MOST_VALUES} more in the row`}</Quiet>}
      </div>
    </Short>
  );
};

const ShortAnswers = ({ fields, row }: { fields: readonly FormField[]; row: BatchRow }) => {
  if (row.answers.length === 0) return <Quiet>No answers yet</Quiet>;
  const filled = fieldsForRow(fields, row.values);
  return (
    <AnswerList aria-label={`Answers to row ${row.number}`}>
      {row.answers.map(({ submissionId, workerName, status, answer }) => {
        const differing = differingFields(filled, row.consensus, answer);
        return (
          <li key={submissionId}>
            <Who>
              <strong translate="no">{workerName}</strong>
              <Status status={status} />
            </Who>
            <Values>
              {filled.map((field) => {
                const value = answer[field.name];
                return (
                  value !== undefined && (
                    <div key={field.name}>
                      <dt>{field.label}</dt>
                      <dd>
                        {differing.includes(field) && <Different />}
                        <span>{shownValue(field, value)}</span>
                      </dd>
                    </div>
                  )
                );
              })}
            </Values>
          </li>
        );
      })}
    </AnswerList>
  );
};

const Different = () => (
  <Mark>
    <Glyph isWhole={false} />
    <VisuallyHidden>Different:</VisuallyHidden>{' '}
  </Mark>
);

/** The parts of a row begin on one line, however long its answers are. */
const Table = styled.div`
  && td {
    vertical-align: top;
  }
`;
const Mark = styled.span`
  color: ${color.plum};
`;
const State = styled.div`
  margin-top: ${space(1)};
`;
const Quiet = styled.div`
  ${quietText}
  font-weight: 400;
`;
const Short = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  align-items: flex-start;

  > div {
    display: grid;
    flex: 1 1 9rem;
    gap: ${space(2)};
    min-width: 0;
  }
  dl {
    gap: ${space(2)};
  }
  dd {
    ${clampedTo(2)}
  }
`;
const AnswerList = styled.ul`
  ${plainList}
  display: grid;
  gap: ${space(3)};
`;
const Who = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(2)};
  align-items: center;
  overflow-wrap: anywhere;
`;
const Values = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(4)};
  margin: 0;

  > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space(1.5)};
    min-width: 0;
  }
  dt {
    ${clampedTo(1)}
    color: ${color.soft};
    overflow-wrap: anywhere;
  }
  dd {
    ${clampedTo(2)}
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }
`;
