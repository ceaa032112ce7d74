import type { OpenApiDocument, OpenApiOperation } from '@piecework/gateway';
import fc from 'fast-check';
import { publishBatch } from '../support/batches';
import type { Answer, Send } from '../support/client';
import { useContractFixture } from '../support/contract';
import { createSchemas } from '../support/json-schema';
import { multipart, PIXEL } from '../support/samples';
import { allowedBy, type IsValid, refusedBy, type Schema, withoutNull } from './schema-arbitraries';
import { parameters, reportResult, SEED } from './seed';

// Requests are generated from the served document alone: valid ones must be answered as documented, invalid ones refused with the field.
const fixture = useContractFixture();

/** Concurrent calls per batch of one operation, and number of batches. */
const BATCH = 5;
const BATCHES = 4;

interface Operation extends OpenApiOperation {
  method: string;
  path: string;
}
interface Request {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: unknown;
}

let document: OpenApiDocument;
let operations: Operation[];
let isValid: IsValid;
let faultsOfSchema: (schema: Schema, value: unknown) => string[];
/** Values of earlier answers, by field name: existing ids reach more code than random ones. */
const seen = new Map<string, Set<string>>();
const answered = new Map<string, Set<number>>();
let sent = 0;
/** An open one, which takes more steps than single requests make. */
let batchId: string;

beforeAll(async () => {
  const { stack, buyer } = fixture();
  batchId = await publishBatch(stack, buyer);
  document = (await fixture().stack.call('GET', '/openapi.json')).body as OpenApiDocument;
  const schemas = createSchemas(document);
  isValid = schemas.isValid;
  faultsOfSchema = schemas.faultsOf;
  operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
    )
    // Create first, delete last.
    .sort((a, b) => rankOf(a) - rankOf(b));
});
const rankOf = ({ method }: Operation) => ['POST', 'PUT', 'GET', 'PATCH', 'DELETE'].indexOf(method);

const bodySchema = ({ requestBody }: Operation): Schema | undefined =>
  Object.values(requestBody?.content ?? {})[0]?.schema as Schema | undefined;
const bodyType = ({ requestBody }: Operation) => Object.keys(requestBody?.content ?? {})[0];
const exampleOf = (operation: Operation): Request => {
  const of = (place: string) =>
    Object.fromEntries(
      (operation.parameters ?? [])
        .filter((parameter) => parameter.in === place && parameter.example !== undefined)
        .map(({ name, example }) => [name, example]),
    );
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.example;
  return { path: of('path'), query: of('query'), header: {}, body };
};

const ID_FIELDS = /^(id|intent|taskId|name|user|clientSecret|refreshToken|email)$/;
/** Values for a field: its example, and those of earlier answers. */
const knownFor = (operation: Operation) => {
  const { path, query, body } = exampleOf(operation);
  const examples: Record<string, unknown> = { ...path, ...query, ...(body as object | undefined) };
  return (name: string): unknown[] => [
    ...(Object.hasOwn(examples, name) ? [examples[name]] : []),
    ...(name === 'id' ? [batchId] : []),
    ...[...(seen.get(name) ?? []), ...(ID_FIELDS.test(name) ? (seen.get('_id') ?? []) : [])].slice(-30),
  ];
};

const requestsOf = (operation: Operation): fc.Arbitrary<Request> => {
  const known = knownFor(operation);
  const part = (place: string) => {
    const given = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
    const values = given.map(({ name, schema }) => [
      name,
      // Dot segments are removed from a path (RFC 3986, 5.2.4).
      allowedBy(schema, isValid, known, name).filter((value) => place !== 'path' || !/^\.{0,2}$/.test(String(value))),
    ]);
    const requiredKeys = given.filter(({ required }) => required).map(({ name }) => name);
    return fc.record(Object.fromEntries(values), { requiredKeys: requiredKeys as never[] });
  };
  const schema = bodySchema(operation);
  const made = schema ? allowedBy(schema, isValid, known) : fc.constant(undefined);
  const body = operation.requestBody?.required === false ? fc.option(made, { nil: undefined }) : made;
  return fc.record({ path: part('path'), query: part('query'), header: part('header'), body });
};

/** Tokens that may call an operation, according to its security and roles. */
const tokensFor = async ({ security = [], 'x-roles': roles }: Operation): Promise<(string | undefined)[]> => {
  const { stack, worker, buyer, admin } = fixture();
  const people = { worker, buyer, admin };
  const names = security.flatMap((scheme) => Object.keys(scheme));
  const members = Object.entries(people).filter(([role]) => roles?.includes(role) ?? true);
  return [
    ...(names.includes('accessToken') ? members.map(([, { token }]) => token) : []),
    ...(names.includes('identityToken')
      ? [worker.identityToken, stack.tokens.signIdentity(stack.claimsOf('Nina'))]
      : []),
    ...(security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0) ? [undefined] : []),
  ];
};

const bytesOf = (operation: Operation, body: unknown): Partial<Send> => {
  const type = bodyType(operation);
  if (type === undefined || body === undefined) return {};
  if (type === 'multipart/form-data') return multipart('image', sent % 2 ? PIXEL : Buffer.from(JSON.stringify(body)));
  const headers = { 'content-type': type };
  if (type === 'application/json') return { raw: JSON.stringify(body), headers };
  if (type === 'text/csv') return { raw: String(body), headers };
  return { raw: new URLSearchParams(body as Record<string, string>).toString(), headers };
};

const send = async (operation: Operation, request: Request, token: string | undefined): Promise<Answer> => {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.path[name])),
  );
  const query = new URLSearchParams(Object.entries(request.query).map(([name, value]) => [name, String(value)]));
  const { headers, ...bytes } = bytesOf(operation, request.body);
  sent += 1;
  const answer = await fixture().stack.call(operation.method, query.size > 0 ? `${path}?${query}` : path, {
    token,
    ...bytes,
    headers: { ...headers, ...(request.header as Record<string, string>) },
  });
  answered.set(operation.operationId, (answered.get(operation.operationId) ?? new Set()).add(answer.status));
  return answer;
};

const responseOf = ({ responses }: Operation, status: number) => {
  const response = responses[status];
  if (!response || !('$ref' in response)) return response;
  return document.components.responses[response.$ref.split('/').at(-1) ?? ''];
};

/** Headers that must be declared by every response that has them. */
const DECLARED_HEADERS = ['X-Total-Count', 'ETag', 'Link', 'Retry-After', 'X-Correlation-Id'];
const faultsOfHeaders = (declared: Record<string, unknown>, { headers }: Answer): string[] =>
  DECLARED_HEADERS.flatMap((name) => {
    const value = headers[name.toLowerCase()];
    if (value === undefined) return declared[name] && document.components.headers[name]?.required ? [`no ${name}`] : [];
    if (!declared[name]) return [`${name} is not declared`];
    const schema = document.components.headers[name]?.schema as Schema;
    return faultsOfSchema(schema, schema.type === 'integer' ? Number(value) : value).map((fault) => `${name}${fault}`);
  });

const codeOf = ({ body }: Answer) => (body as { code?: string } | undefined)?.code;

/** Differences between an answer and the documented response of its status. */
const undeclared = (operation: Operation, answer: Answer): string[] => {
  const { status, headers, body, text } = answer;
  const response = responseOf(operation, status);
  if (!response) return [`${status} is not declared: ${text.slice(0, 200)}`];
  const type = headers['content-type']?.split(';')[0];
  const media = type === undefined ? undefined : response.content?.[type];
  const isEmpty = status === 204 || status === 304;
  return [
    ...(isEmpty || media ? [] : [`${status} has the undeclared content-type ${type}`]),
    ...(media && type?.endsWith('json') ? faultsOfSchema(media.schema, body) : []),
    ...faultsOfHeaders(response.headers ?? {}, answer),
    // All services run, so only a call that waits for an event may answer 503.
    ...(status >= 500 && codeOf(answer) !== 'still-underway' ? [`${status} ${codeOf(answer)}`] : []),
  ].map((fault) => `${status}: ${fault}`);
};

const fieldsOf = ({ body }: Answer) =>
  ((body as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);

/** Whether a rule that JSON Schema cannot express holds for the value or one around it. @param path as errors name it: `decisions.0.id` */
const hasFurtherRules = (given: ReadonlyMap<string, Schema>, path: string): boolean => {
  const [first = '', ...rest] = path.split('.');
  let schema = given.get(first);
  for (const step of rest) {
    schema = schema && withoutNull(schema);
    if (schema?.['x-also'] !== undefined) return true;
    schema = schema?.items ?? schema?.properties?.[step];
  }
  schema = schema && withoutNull(schema);
  return schema?.['x-also'] !== undefined;
};

/** A request that matches its schemas may be refused only for rules that JSON Schema cannot express (`x-also`). */
const refusedThoughAllowed = (operation: Operation, answer: Answer): string[] => {
  const body = bodySchema(operation);
  // Without a body it concerns what is stored: a draft that lacks something.
  const isOfDraft = operation.method === 'POST' && !body;
  if (codeOf(answer) !== 'validation' || isOfDraft || body?.['x-also'] !== undefined) return [];
  const inBody = body?.properties ?? {};
  const given = new Map<string, Schema>([
    ...(operation.parameters ?? []).map(({ name, schema }) => [name, schema] as const),
    ...Object.entries(inBody),
  ]);
  return fieldsOf(answer)
    .filter((field) => !hasFurtherRules(given, field))
    .map((field) => `${field} is refused although the schema allows it: ${answer.text.slice(0, 300)}`);
};

/** What a GET lists, and which parameters it takes, depends on the role alone; `x-roles` says how. */
const refusedRole = (operation: Operation, request: Request, answer: Answer, token?: string): string[] => {
  if (operation.method !== 'GET' || codeOf(answer) !== 'forbidden') return [];
  const { worker, buyer, admin } = fixture();
  const role = Object.entries({ worker, buyer, admin }).find(([, person]) => person.token === token)?.[0];
  const limited = (operation.parameters ?? []).some(({ name, schema }) => {
    const roles = schema['x-roles'] as string[] | undefined;
    return roles && request.query[name] !== undefined && !roles.includes(role ?? '');
  });
  return limited ? [] : [`forbidden to ${role} without saying so: ${answer.text.slice(0, 200)}`];
};

/** Keeps values of an answer for later requests, except the ids of the fixture's users. */
const learn = (value: unknown, name = '', depth = 0): void => {
  if (depth > 4) return;
  if (Array.isArray(value)) for (const item of value.slice(0, 5)) learn(item, name, depth + 1);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) learn(item, key, depth + 1);
  else if (typeof value === 'string') {
    const { stack: _, ...people } = fixture();
    const ours = Object.values(people).map(({ userId }) => userId);
    const key = name === 'insertedId' ? '_id' : name;
    if (!ours.includes(value)) seen.set(key, (seen.get(key) ?? new Set()).add(value));
  }
};

test(`valid requests are answered as documented (seed ${SEED})`, async () => {
  const faults: unknown[] = [];
  for (const operation of operations) {
    const tokens = await tokensFor(operation);
    const call = fc.tuple(requestsOf(operation), fc.constantFrom(...tokens));
    const batch = fc.array(call, { minLength: BATCH, maxLength: BATCH });
    await fc.check(
      fc.asyncProperty(batch, async (calls) => {
        const answers = await Promise.all(calls.map(([request, token]) => send(operation, request, token)));
        for (const [index, answer] of answers.entries()) {
          const [request, token] = calls[index] as (typeof calls)[number];
          const wrong = [
            ...undeclared(operation, answer),
            ...refusedThoughAllowed(operation, answer),
            ...refusedRole(operation, request, answer, token),
          ];
          if (wrong.length > 0) faults.push({ operation: operation.operationId, request, wrong });
          // A caller that ended its own session would get 401 from then on.
          if (answer.status < 300 && operation.operationId !== 'listSessions') learn(answer.body);
        }
        return faults.length === 0;
      }),
      parameters(BATCHES, 0.5) as fc.Parameters<unknown>,
    );
  }
  expect(faults).toEqual([]);
});

test('invalid requests are refused, and the field is named', async () => {
  const faults: unknown[] = [];
  const expectRefused = async (operation: Operation, request: Request, field: string, token: string | undefined) => {
    const answer = await send(operation, request, token);
    const wrong = [
      ...undeclared(operation, answer),
      // Or an item of the field: `decisions.0`.
      ...(codeOf(answer) === 'validation' &&
      fieldsOf(answer).some((one) => one === field || one.startsWith(`${field}.`))
        ? []
        : [`${field}: ${answer.status} ${answer.text.slice(0, 200)}`]),
    ];
    if (wrong.length > 0)
      faults.push({ operation: operation.operationId, request: JSON.stringify(request).slice(0, 300), wrong });
  };
  for (const operation of operations) {
    const [token] = await tokensFor(operation);
    const good = exampleOf(operation);
    const broken: [Request, string][] = (operation.parameters ?? []).flatMap(({ name, in: place, schema }) =>
      refusedBy(schema, isValid, true)
        .filter((value) => !(place === 'path' && value === '') && !(place === 'header' && /[^ -~]/.test(String(value))))
        // HTTP strips whitespace around header values, and drops empty ones.
        .filter((value) => place !== 'header' || String(value).trim() !== '')
        .map((value): [Request, string] => [{ ...good, [place]: { ...good[place as 'path'], [name]: value } }, name]),
    );
    const schema = bodySchema(operation);
    if (schema && bodyType(operation) === 'application/json' && schema.properties) {
      const body = good.body as Record<string, unknown>;
      for (const [name, field] of Object.entries(schema.properties))
        for (const value of refusedBy(field, isValid, false))
          broken.push([{ ...good, body: { ...body, [name]: value } }, name]);
      for (const name of schema.required ?? []) broken.push([{ ...good, body: { ...body, [name]: undefined } }, name]);
      for (const value of [[], 'text', 7]) broken.push([{ ...good, body: value }, 'body']);
    }
    await Promise.all(broken.map(([request, field]) => expectRefused(operation, request, field, token)));
  }
  expect(faults).toEqual([]);
});

test('most operations have succeeded in this run', () => {
  const never = operations
    .map(({ operationId }) => operationId)
    .filter((id) => ![...(answered.get(id) ?? [])].some((status) => status < 300));
  reportResult(`${sent} requests generated from the document; without a success: ${never.join(', ')}`);
  expect(never.length).toBeLessThan(operations.length / 2);
});
