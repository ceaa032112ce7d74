import type { Page, Row } from '@piecework/contracts';

/** A row as a page of its own, for the components of pages. */
export const pageOfRow = (columns: Page['columns'], { number, values }: Row): Pick<Page, 'columns' | 'rows'> => ({
  columns,
  rows: [{ number, values, text: '' }],
});
