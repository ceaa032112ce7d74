/** Rows of a page of any of the admin's lists. */
export const PAGE_SIZE = 20;

export const HOLD_UNTIL_SHOWN = { hold: 'until-shown' } as const;
