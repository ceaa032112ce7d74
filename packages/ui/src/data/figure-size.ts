/** The same height with and without a note, loaded or not, so that nothing below moves. */
export const FIGURE = {
  columns: 'repeat(auto-fit, minmax(min(100%, 13rem), 1fr))',
  height: '8.75rem',
  phoneHeight: '7.5rem',
} as const;
