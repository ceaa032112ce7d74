/** `sizes` of the picture of a row, which takes about half of a wide page. */
export const PICTURE_SIZES = '(min-width: 640px) 50vw, 100vw';
