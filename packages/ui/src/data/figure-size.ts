/** With a note and without one, loaded or not: a figure is as high as its neighbours, and nothing below it moves. */
export const FIGURE = {
  columns: 'repeat(auto-fit, minmax(min(100%, 13rem), 1fr))',
  height: '8.75rem',
  phoneHeight: '7.5rem',
} as const;
