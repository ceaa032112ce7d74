/** Rows of a page in a worker's or buyer's list. */
export const PAGE_SIZE = 10;

/** Rows of a page in a list that is read rather than acted on, and in every list of the admins. */
export const LONG_PAGE_SIZE = 20;
