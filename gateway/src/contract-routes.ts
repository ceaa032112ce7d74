import { stringify } from 'node:querystring';
import { OPERATIONS, type OperationId, type OperationSpec } from '@piecework/contracts';
import type { PlainRequest } from '@piecework/http';

export interface Route {
  /** As the contract writes it, with `{name}` for parameters. */
  path: string;
  /** Method → operation. */
  operations: ReadonlyMap<OperationSpec['method'], OperationId>;
  /** For the `Allow` header. */
  allow: string;
}

/** The paths of the contract, each once. */
export const ROUTES: readonly Route[] = (() => {
  const routes = new Map<string, Map<OperationSpec['method'], OperationId>>();
  for (const [operation, spec] of Object.entries(OPERATIONS)) {
    const operations = routes.get(spec.path) ?? new Map();
    routes.set(spec.path, operations.set(spec.method, operation));
  }
  return [...routes].map(([path, operations]) => ({
    path,
    operations,
    allow: [...operations.keys(), ...(operations.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', '),
  }));
})();

/** Where a call goes, written anew from what was understood of it: nothing else of the caller's address reaches a service. */
export const pathOf = (
  spec: OperationSpec,
  { params, query }: Pick<PlainRequest, 'params' | 'query'>,
): string => {
  const path = spec.params
    ? spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    : spec.path;
  const search = stringify(query as NodeJS.Dict<string | string[]>);
  return search ? `${path}?${search}` : path;
};
