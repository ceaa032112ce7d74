export interface SingleServer {
  /** With its port. */
  host: string;
  replicaSet: string;
  /** For a direct connection, which works while the server belongs to no set. */
  directUri: string;
}

/** The only server in a connection string; null when it names several, none directly (`+srv`), or no set. */
export const singleServerOf = (uri: string): SingleServer | null => {
  if (!uri.startsWith('mongodb://') || !URL.canParse(uri)) return null;
  const address = new URL(uri);
  const replicaSet = address.searchParams.get('replicaSet');
  if (!replicaSet || !address.hostname || address.host.includes(',')) return null;
  address.searchParams.delete('replicaSet');
  address.searchParams.set('directConnection', 'true');
  return { host: `${address.hostname}:${address.port || 27017}`, replicaSet, directUri: address.href };
};
