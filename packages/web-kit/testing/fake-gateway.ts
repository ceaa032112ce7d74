import { COIN_PACKAGES } from '@piecework/contracts/constants';
import { ApiError, type Route } from '@piecework/web-kit';

export interface FakeRequest {
  route: Route;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
}
/** A body or a function of the request; `problem(…)` and `networkFailure()` are answers too. */
export type FakeAnswer = unknown | ((request: FakeRequest) => unknown);

/** A failure in the gateway's form. */
export const problem = (status: number, code: string, message: string, fields: Record<string, string> = {}): ApiError =>
  new ApiError(status, code, message, fields);

/** The server is unreachable. */
export const networkFailure = (): ApiError => new ApiError(0, 'network', 'unreachable');

export const later =
  (ms: number, answer: FakeAnswer): ((request: FakeRequest) => Promise<unknown>) =>
  async (request) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return typeof answer === 'function' ? answer(request) : answer;
  };

const decode = (template: string, path: string): Record<string, string> | null => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`);
  const match = pattern.exec(path);
  return match && Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(match[i + 1] ?? '')]));
};

/** Answers of routes that the test does not name. */
const DEFAULTS: Partial<Record<Route, unknown>> = {
  'GET /totals': {},
  'GET /tasks': [],
  'GET /submissions': [],
  'GET /submissions/{id}/bonuses': [],
  'GET /withdrawals': [],
  'GET /payments': [],
  'GET /earnings': [],
  'GET /earnings/months': [],
  'GET /payout-rates': [],
  'GET /statement': [],
  'GET /sessions': [],
  'GET /users': [],
  'GET /testimonials': [],
  'GET /appeals': [],
  'GET /blocks': [],
  'GET /reservations': [],
  'GET /reports': [],
  'GET /suspensions': [],
  'GET /notifications': [],
  'GET /threads': [],
  'GET /threads/{id}/messages': [],
  'GET /notification-settings': { email: {} },
  'GET /admin/flow': [],
  'GET /admin/integrity': { checks: [], overdue: [], parked: [] },
  'GET /admin/mail': [],
  'GET /admin/parked': [],
  'GET /admin/people/{id}/links': [],
  'GET /admin/people/{id}/notes': [],
  'GET /admin/signals': [],
  'GET /admin/trail': [],
  'GET /live': () => new Promise(() => {}),
  'GET /config': { identity: 'embedded', payments: 'simulated', coinCredit: 'manual', packages: COIN_PACKAGES },
};

export type Answers = Partial<Record<Route, FakeAnswer>>;

export interface FakeGateway {
  calls: FakeRequest[];
  answer(answers: Answers): void;
  handle(
    method: string,
    url: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<{ status: number; body: unknown; total?: number; unread?: number }>;
}

/** Exact routes match before those with parameters. */
export const createFakeGateway = (answers: Answers): FakeGateway => {
  let table: Answers = { ...DEFAULTS, ...answers };
  const calls: FakeRequest[] = [];
  const find = (method: string, path: string) => {
    const routes = (Object.keys(table) as Route[]).sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')));
    for (const route of routes) {
      const [m, template = ''] = route.split(' ');
      const params = m === method ? decode(template, path) : null;
      if (params) return { route, params };
    }
    return { route: `${method} ${path}` as Route, params: {} };
  };
  return {
    calls,
    answer: (more) => {
      table = { ...table, ...more };
    },
    handle: async (method, url, body, headers) => {
      const { pathname, searchParams } = new URL(url, 'http://gateway.test');
      const { route, params } = find(method, pathname);
      const request = { route, params, query: Object.fromEntries(searchParams), body, headers };
      // The page opens the stream at any time, so tests must not count it.
      if (route !== 'GET /live') calls.push(request);
      const planned = table[route];
      if (planned === undefined) return failed(problem(404, 'not-found', `The test has no answer for ${route}.`));
      const answer = await (typeof planned === 'function' ? planned(request) : planned);
      if (answer instanceof ApiError) return failed(answer);
      if (Array.isArray(answer)) return { status: 200, body: answer, total: answer.length };
      const page = answer as { rows?: unknown[]; total?: number; unread?: number } | null;
      return page?.rows && page.total !== undefined
        ? { status: 200, body: page.rows, total: page.total, ...(page.unread !== undefined && { unread: page.unread }) }
        : { status: method === 'POST' ? 201 : 200, body: answer };
    },
  };
};

const failed = ({ status, code, message, fields }: ApiError) => {
  if (status === 0) throw new TypeError('Failed to fetch');
  const errors = Object.entries(fields).map(([field, text]) => ({ field, message: text }));
  return { status, body: { code, message, errors } };
};
