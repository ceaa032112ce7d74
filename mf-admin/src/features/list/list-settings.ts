export const HOLD_UNTIL_SHOWN = { hold: 'until-shown' } as const;
