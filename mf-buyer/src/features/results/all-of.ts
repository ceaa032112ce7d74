interface Query {
  data?: unknown;
  error: Error | null;
  refetch(): unknown;
}

/** Queries that are shown together. */
export const allOf = (...queries: Query[]): Query => {
  const missing = queries.filter(({ data }) => data === undefined);
  return {
    data: missing.length > 0 ? undefined : queries,
    error: missing.find(({ error }) => error)?.error ?? null,
    refetch: () => {
      for (const query of missing) void query.refetch();
    },
  };
};
