export const HOLD_UNTIL_SHOWN = { hold: 'until-shown' } as const;

/** In rem: the width below which a table with buttons becomes cards (packages/ui/src/data/DataTable.tsx). */
export const WIDE_TABLE = 56.25;
