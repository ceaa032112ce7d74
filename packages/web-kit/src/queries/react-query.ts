// The only import of @tanstack/react-query, for the same reason as router.ts.
export type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
export {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
