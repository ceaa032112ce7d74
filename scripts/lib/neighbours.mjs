/** Program → what its modules read from their own folder at run time. A bundle needs it beside itself. */
export const NEIGHBOURS = {
  // The entry of a child process. It imports only sharp.
  media: ['services/media/src/image/decoder.child.mjs'],
  tools: ['stack/src/demo/pictures'],
};
