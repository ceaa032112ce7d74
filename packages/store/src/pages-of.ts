import type { Collection, Document } from './store';

/** All documents in the order of their ids: the collection may not fit into memory. */
export async function* pagesOf(rows: Pick<Collection<Document>, 'find'>, size = 500): AsyncGenerator<Document[]> {
  for (let last = ''; ; ) {
    const page = await rows.find({ _id: { $gt: last } }, { sort: { _id: 1 }, limit: size });
    if (page.length > 0) yield page;
    if (page.length < size) return;
    last = page.at(-1)?._id ?? '';
  }
}
