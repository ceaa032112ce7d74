/** null when there is more; the rest is not read. */
export const readAtMost = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | null> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
  }
  return Buffer.concat(chunks);
};
