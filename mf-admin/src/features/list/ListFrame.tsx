import {
  Button,
  type Column,
  DataTable,
  type Elements,
  Empty,
  ListTools,
  Pager,
  Segmented,
  SelectField,
} from '@piecework/ui';
import { type ListParams, ListSearch, tableState, usePages } from '@piecework/web-kit/list';
import { ListHead, ListRegion } from './list-elements';

interface Filter {
  /** Name of the query parameter. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
}

/** More would take several lines on a phone. */
const MOST_SEGMENTS = 6;

function FilterControl({ filter, onChange }: { filter: Filter; onChange(value: string): void }) {
  const { label, options, value = '' } = filter;
  const control = { label, options, value };
  return options.length > MOST_SEGMENTS ? (
    <SelectField {...control} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  ) : (
    <Segmented {...control} onChange={onChange} />
  );
}

interface ListFrameProps<Row> {
  label: string;
  /** Caption of the table; by default the label. */
  caption?: string;
  /** Singular; the plural adds an s. */
  noun: string;
  params: ListParams;
  list: Parameters<typeof tableState>[0] & Parameters<typeof usePages>[1];
  rows: readonly Row[];
  rowKey(row: Row): string;
  columns: readonly Column<Row>[];
  cardsBelow?: number | undefined;
  /** Id of the title in `heading`. */
  titleId?: string;
  /** Title and lead, on a page with other content. */
  heading?: Elements;
  search?: string;
  filter?: Filter;
  /** Beside search and filter. */
  tools?: Elements;
  /** Beside the total. */
  actions?: Elements;
  /** Number of new rows that are held back. */
  waiting?: number;
  onShow?(): void;
  empty: {
    seed: string;
    title: string;
    text: string;
    /** With a search or a filter. */
    foundTitle?: string;
    foundText?: string;
    showAll?: string;
  };
  /** Dialogs. */
  children?: Elements;
}

/** A list of the admin's: search and filter, the total, the table and its pages. */
export function ListFrame<Row>({ params, list, ...props }: ListFrameProps<Row>) {
  const { label, caption = label, noun, rows, rowKey, columns, cardsBelow, titleId, search, filter, tools } = props;
  const { seed, title, text, foundTitle = title, foundText = text, showAll } = props.empty;
  const pages = usePages(params, list);
  const isFiltered = Boolean(filter?.value) || (search !== undefined && params.get('q') !== '');
  const clear = () => params.change({ q: '', ...(filter && { [filter.name]: '' }) });
  return (
    <ListRegion aria-label={titleId ? undefined : label} aria-labelledby={titleId}>
      {props.heading}
      {(search !== undefined || filter) && (
        <ListTools>
          {search !== undefined && <ListSearch label={search} params={params} />}
          {filter && <FilterControl filter={filter} onChange={(value) => params.change({ [filter.name]: value })} />}
          {tools}
        </ListTools>
      )}
      <ListHead
        total={list.data?.total}
        noun={noun}
        isFiltered={isFiltered}
        waiting={props.waiting ?? 0}
        onShow={props.onShow}
      >
        {props.actions}
      </ListHead>
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        {...tableState(list)}
        {...(cardsBelow && { cardsBelow })}
        empty={
          <Empty
            title={isFiltered ? foundTitle : title}
            text={isFiltered ? foundText : text}
            seed={seed}
            action={
              isFiltered &&
              showAll && (
                <Button variant="secondary" onClick={clear}>
                  {showAll}
                </Button>
              )
            }
          />
        }
      />
      <Pager page={params.page} pages={pages} onPage={params.goTo} label={label} />
      {props.children}
    </ListRegion>
  );
}
