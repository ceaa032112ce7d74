/** Acknowledged by a majority of the replica set, on disk: the ledger must not lose an acknowledged write. */
export const WRITE_CONCERN = { w: 'majority', journal: true } as const;
