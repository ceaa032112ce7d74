/** What the inline script requested before the bundle loaded: path → response (docs/adr/0049). */
interface EarlyReads {
  token: string | null;
  reads: Record<string, Promise<Response>>;
}

let early: EarlyReads | undefined;

export const setEarlyReads = (next: EarlyReads | undefined): void => {
  early = next;
};

/** The response to the first read of a path by the same user; undefined when there is none, or it failed. */
export const takeEarlyRead = async (
  method: string,
  path: string,
  token: string | null,
): Promise<Response | undefined> => {
  const reading = early && method === 'GET' && token === early.token ? early.reads[path] : undefined;
  if (!reading) return undefined;
  delete early?.reads[path];
  const response = await reading.catch(() => undefined);
  return response?.ok ? response : undefined;
};
