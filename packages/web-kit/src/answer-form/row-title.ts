import type { Page } from '@piecework/contracts';
import { t } from '@piecework/i18n';

type Rows = Pick<Page, 'columns' | 'rows'>;

/** The buyer's name of a row; empty without a key column. @param at index in its page */
export const rowName = ({ columns, rows }: Rows, at: number): string => {
  const key = columns.find(({ kind }) => kind === 'key');
  return (key && rows[at]?.values[key.name]) || '';
};

/** 'Row 3 of 5: R-1041'; of a page with one row its number in the batch. */
export const rowTitle = (page: Rows, at: number): string => {
  const name = rowName(page, at);
  const count = page.rows.length;
  const number = count > 1 ? at + 1 : (page.rows[0]?.number ?? 1);
  if (count > 1)
    return name
      ? t('Row {number} of {count}: {name}', { number, count, name })
      : t('Row {number} of {count}', { number, count });
  return name ? t('Row {number}: {name}', { number, name }) : t('Row {number}', { number });
};
