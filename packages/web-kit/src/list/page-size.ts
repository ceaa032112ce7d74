/** Rows of a page in a worker's or buyer's list. */
export const PAGE_SIZE = 10;

/** Rows of a page in read-only lists and in the admin's lists. */
export const LONG_PAGE_SIZE = 20;
