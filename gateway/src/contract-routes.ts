import { stringify } from 'node:querystring';
import { OPERATIONS, type OperationId, type OperationSpec } from '@piecework/contracts';
import type { PlainRequest } from '@piecework/http';

export interface Route {
  /** With `{name}` for parameters. */
  path: string;
  operations: ReadonlyMap<OperationSpec['method'], OperationId>;
  allow: string;
}

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

/** From the parsed request: no other part of the caller's URL reaches a service. */
export const pathOf = (spec: OperationSpec, { params, query }: Pick<PlainRequest, 'params' | 'query'>): string => {
  const path = spec.params
    ? spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    : spec.path;
  const search = stringify(query as NodeJS.Dict<string | string[]>);
  return search ? `${path}?${search}` : path;
};
