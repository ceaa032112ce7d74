export const HOLD_UNTIL_SHOWN = { hold: 'until-shown' } as const;

/** In rem: narrower, a table of six or seven columns would hide its last ones, among them Delete. */
export const WIDE_TABLE = 56.25;
