import { checkPath } from './document';
import { type Condition, textIn } from './filter';
import { quoteName, type Sql } from './sqlite-query';
import type { AnyCollectionSpec } from './store';

/**
 * Substring search by an FTS5 table of trigrams (https://www.sqlite.org/fts5.html#the_trigram_tokenizer, docs/adr/0050). It stores no text and folds case,
 * so it yields candidates by rowid, and the condition on the document decides. Triggers keep it in the transaction of each write.
 */

/** The tokenizer finds nothing shorter. In code points. */
const SHORTEST = 3;

/** Candidates that are read and sorted. With more, the first matches are found sooner in the order of the list. */
export const RARE = 2000;
/** Candidates that a limited count reads before it follows the filter instead. */
const COUNTED = 2 * RARE;

const nameOf = ({ name }: AnyCollectionSpec, field: string): string => `containing:${name}:${field}`;

/** Empty without a search field. */
export const searchSchema = (spec: AnyCollectionSpec): { name: string; create: readonly string[] } | null => {
  const { searchField } = spec;
  if (searchField === undefined) return null;
  const field = checkPath(searchField);
  const name = nameOf(spec, field);
  const [index, table] = [quoteName(name), quoteName(spec.name)];
  const textOf = (row: string) => `${row}doc ->> '$.${field}'`;
  const typeOf = (row: string) => `json_type(${row}doc, '$.${field}')`;
  const insert = (row: string, from = '') =>
    `INSERT INTO ${index} (rowid, text) SELECT ${row}rowid, ${textOf(row)}${from} WHERE ${typeOf(row)} = 'text'`;
  const remove = `DELETE FROM ${index} WHERE rowid = old.rowid`;
  const trigger = (event: string, body: string) =>
    `CREATE TRIGGER ${quoteName(`${name}:${event.split(' ')[0]}`)} AFTER ${event} BEGIN ${body}; END`;
  const isChanged = `${textOf('old.')} IS NOT ${textOf('new.')} OR ${typeOf('old.')} IS NOT ${typeOf('new.')}`;
  return {
    name,
    create: [
      `CREATE VIRTUAL TABLE ${index} USING fts5(text, content = '', contentless_delete = 1, tokenize = 'trigram')`,
      trigger(`INSERT ON ${table}`, insert('new.')),
      trigger(`DELETE ON ${table}`, remove),
      trigger(`UPDATE OF doc ON ${table} WHEN ${isChanged}`, `${remove}; ${insert('new.')}`),
      insert('', ` FROM ${table}`),
    ],
  };
};

export interface Search {
  /** Counts candidates up to {@link RARE}. */
  count: Sql;
  /** The documents of the candidates. */
  candidates: Sql;
  /** As `candidates`, of the first ones only. */
  someCandidates: Sql;
}

/** null when the condition requires no text that the index can find. */
export const searchOf = (spec: AnyCollectionSpec, condition: Condition): Search | null => {
  const { searchField } = spec;
  const text = searchField === undefined ? null : textIn(condition, searchField);
  if (searchField === undefined || text === null || [...text].length < SHORTEST) return null;
  const phrase = `"${text.replaceAll('"', '""')}"`;
  const matches = (limit: string) =>
    `(SELECT rowid AS candidate FROM ${quoteName(nameOf(spec, searchField))} WHERE text MATCH ?${limit})`;
  // CROSS JOIN fixes the order of the loops: https://www.sqlite.org/optoverview.html#manual_control_of_query_plans_using_cross_join
  const joined = (limit: string): Sql => {
    const table = quoteName(spec.name);
    return { text: `${matches(limit)} CROSS JOIN ${table} ON ${table}.rowid = candidate`, params: [phrase] };
  };
  return {
    count: { text: `SELECT count(*) FROM ${matches(` LIMIT ${RARE}`)}`, params: [phrase] },
    candidates: joined(''),
    someCandidates: joined(` LIMIT ${COUNTED}`),
  };
};
