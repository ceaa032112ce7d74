import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FieldError } from '@piecework/http';
export interface RowFile {
  columns: { name: string; label: string; kind: 'text' | 'key' | 'picture' | 'link' }[];
  rows: number;
  notes: string[];
}
export const readRowFile = async (
  file: Readable,
  keep: (rows: readonly Record<string, string>[]) => Promise<void>,
): Promise<RowFile | { errors: FieldError[] }> => {
  const [head = '', ...lines] = (await text(file)).trim().split('\n');
  if (lines.length === 0) return { errors: [{ field: 'rows', message: 'The file has no rows' }] };
  const names = head.split(',');
  const rows = lines.map((l) => Object.fromEntries(l.split(',').map((v, i) => [names[i] ?? '', v])));
  for (let i = 0; i < rows.length; i += 500) await keep(rows.slice(i, i + 500));
  return {
    columns: names.map((name, i) => ({
      name,
      label: name,
      kind: i === 0 ? 'key' : name.includes('image') ? 'picture' : 'text',
    })),
    rows: rows.length,
    notes: [],
  };
};
