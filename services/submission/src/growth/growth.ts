import { MAX_BATCH_PLACES, MAX_PARTS, MAX_ROWS } from '@piecework/contracts';
import type { FieldError } from '@piecework/http';
import { type BatchFile, type DraftFields, type Growth, pagesOf, placesOf } from '../batch/batch';

type Grown = Pick<Growth, 'rows' | 'checks'>;

/** The file with further rows, which begin a new page. */
export const grownFile = (file: BatchFile, { rows: added, checks = 0 }: Grown, rowsPerPage = 1): BatchFile => {
  const { rows: before, checks: known = 0, parts = [before] } = file;
  const last = parts.at(-1) ?? 0;
  const grown = last % rowsPerPage === 0 ? [...parts.slice(0, -1), last + added] : [...parts, added];
  const total = known + checks;
  return {
    ...file,
    rows: before + added,
    ...(total > 0 && { checks: total }),
    ...(grown.length > 1 && { parts: grown }),
  };
};

const shown = (count: number): string => count.toLocaleString('en-US');

/** Why so many rows can’t be added. */
export const growthFaults = (file: BatchFile, fields: DraftFields, added: Grown, hasChecks: boolean): FieldError[] => {
  const grown = grownFile(file, added, fields.rowsPerPage);
  const figures = pagesOf(grown, fields);
  const fault = (message: string) => [{ field: 'rows', message }];
  if (added.rows === 0) return fault('Each row has an expected value, so all are checks. Add rows without one');
  if (added.checks && !hasChecks)
    return fault('The pages of this batch have no checks, so no row can have an expected value');
  if (grown.rows + (grown.checks ?? 0) > MAX_ROWS)
    return fault(`A batch can have up to ${shown(MAX_ROWS)} rows, with those it has`);
  const places = placesOf(figures);
  if (places > MAX_BATCH_PLACES)
    return fault(`A batch has at most ${shown(MAX_BATCH_PLACES)} answers, and this one would have ${shown(places)}`);
  if ((figures.parts ?? []).length > MAX_PARTS)
    return fault(`This batch has ${MAX_PARTS} pages with fewer than ${figures.rowsPerPage} rows. Post another batch`);
  return [];
};
