import { VERSION } from '@piecework/base';
import {
  IDEMPOTENCY_HOURS,
  OPERATIONS,
  type OperationId,
  type OperationSpec,
  type ProblemCode,
  problemSchema,
  problemStatus,
  problemsOf,
  type SERVICE_PROBLEMS,
  XLSX_TYPE,
} from '@piecework/contracts';
import { EXAMPLES } from '@piecework/contracts/examples';
import { z } from 'zod';
import { CREDENTIALS, DESCRIPTION } from './openapi.description';
import { portablePatterns } from './portable-pattern';

type Json = Record<string, unknown>;
type Examples = Record<string, { summary?: string; value: unknown }>;
export interface MediaType {
  schema: Json;
  example?: unknown;
  examples?: Examples;
}
export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Json;
  example?: unknown;
}
export interface OpenApiResponse {
  description: string;
  headers?: Record<string, Json>;
  content?: Record<string, MediaType>;
}
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: readonly string[];
  parameters?: readonly OpenApiParameter[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, OpenApiResponse | { $ref: string }>;
  security?: readonly Record<string, readonly string[]>[];
  /** Absent: every role, or the service decides. */
  'x-roles'?: readonly string[];
}
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  tags: readonly { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, Json>;
    responses: Record<string, OpenApiResponse>;
    headers: Record<string, Json>;
    securitySchemes: Json;
  };
}

const PROBLEM_TYPE = 'application/problem+json';
const ref = (kind: 'schemas' | 'headers' | 'responses', name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** zod adds safe-integer bounds, which the contract does not promise. */
const withoutSafeBounds = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

const withPortablePattern = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('pattern' in value)) return value;
  if (typeof value.pattern !== 'string') return value;
  const [pattern, ...others] = portablePatterns(value.pattern);
  return { ...value, pattern, ...(others.length > 0 && { allOf: others.map((other) => ({ pattern: other })) }) };
};

const createSchemas = () => {
  const named: Record<string, Json> = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const jsonSchema = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withoutSafeBounds });
    const {
      $schema: _,
      $defs = {},
      ...json
    } = JSON.parse(
      JSON.stringify(jsonSchema).replaceAll('"#/$defs/', '"#/components/schemas/'),
      withPortablePattern,
    ) as { $schema?: string; $defs?: Record<string, Json> } & Json;
    for (const [name, { id: __, ...definition }] of Object.entries($defs)) named[name] = definition;
    return json;
  };
  return { named, schemaOf };
};
type SchemaOf = ReturnType<typeof createSchemas>['schemaOf'];

const parametersOf = (
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  schemaOf: SchemaOf,
  example: Json = {},
): OpenApiParameter[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof description === 'string' && { description }),
    schema: property,
    ...(Object.hasOwn(example, name) && { example: example[name] }),
  }));
};

const headerParameter = (name: string, description: string, schema: Json, example: string): OpenApiParameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
  example,
});

const IDEMPOTENCY_KEY = headerParameter(
  'Idempotency-Key',
  `A random id of this call. For ${IDEMPOTENCY_HOURS} hours a repeat with the same key and content gets the first response and has no effect; with other content it is a 409 \`idempotency-mismatch\`.`,
  { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
  '3c1f7f2e-8f0e-4f55-9a4a-5a2b1c0d9e8f',
);
const IF_NONE_MATCH = headerParameter(
  'If-None-Match',
  'The `ETag` of a cached copy: 304 while it is current.',
  { type: 'string' },
  '"01kaqr1c5vm7p3fw9t2x4k6h8j"',
);

const bodyOf = (
  { body, rawBody }: OperationSpec,
  example: { body?: unknown; raw?: unknown },
  schemaOf: SchemaOf,
): OpenApiOperation['requestBody'] | undefined => {
  if (rawBody) {
    const schema = schemaOf(rawBody.schema, 'input');
    return { required: true, content: { [rawBody.contentType]: { schema, example: example.raw } } };
  }
  if (!body) return undefined;
  return {
    required: !body.safeParse(undefined).success,
    content: { 'application/json': { schema: schemaOf(body, 'input'), example: example.body } },
  };
};

const SECURITY: Record<OperationSpec['auth'], OpenApiOperation['security']> = {
  none: [],
  optional: [{}, { accessToken: [] }],
  identity: [{ identityToken: [] }],
  any: [{ accessToken: [] }, { identityToken: [] }],
  access: [{ accessToken: [] }],
  'access-or-new': [{ accessToken: [] }],
};

const HEADERS: Record<string, Json> = {
  'X-Correlation-Id': {
    description: 'Identifies the call in the logs. A caller may choose it: 8 to 64 letters, digits, `-` and `_`.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  },
  'X-Total-Count': {
    description: 'Number of matching rows; the body has those from `offset` on, at most `limit`.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Unread-Count': {
    description: "Number of the caller's unread notifications.",
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description: 'Only of a list that is truncated because of its size: `<path>; rel="next"` answers the rest.',
    schema: { type: 'string', pattern: '^<[^>]+>; rel="next"$' },
  },
  ETag: {
    description: 'Version of the response, for `If-None-Match`. Lists have one only for callers without a token.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
};
const headersOf = (names: readonly string[]) =>
  Object.fromEntries(['X-Correlation-Id', ...names].map((name) => [name, ref('headers', name)]));

const exampleOfProblem = (code: ProblemCode, service: OperationSpec['service']) => {
  const { status, message } = problemStatus(code, service);
  const errors = [{ field: 'body', message: 'Send a JSON object' }];
  return {
    type: `urn:piecework:problem:${code}`,
    title: message,
    status,
    code,
    message,
    correlationId: '01kaqt5z8c3x6v9b2n5m7q1w4e',
    ...(code === 'validation' && { errors }),
  };
};

const problemResponse = (
  codes: readonly ProblemCode[],
  service: OperationSpec['service'],
  description = codes.map((code) => `\`${code}\`: ${problemStatus(code, service).message}`).join('\n\n'),
): OpenApiResponse => {
  const mayWait = codes.every((code) => [429, 503].includes(problemStatus(code, service).status));
  const schema = {
    allOf: [
      ref('schemas', 'Problem'),
      { type: 'object', properties: { code: { type: 'string', enum: codes } }, required: ['code'] },
    ],
  };
  const examples = Object.fromEntries(codes.map((code) => [code, { value: exampleOfProblem(code, service) }]));
  return {
    description,
    headers: headersOf(mayWait ? ['Retry-After'] : []),
    content: { [PROBLEM_TYPE]: { schema, examples } },
  };
};

const SHARED: readonly ProblemCode[] = [
  'too-many-requests',
  'unavailable',
  'internal',
  'too-large',
  'unsupported-media-type',
];
/** Before the operation is known, or while the request is read. */
const BEFORE: readonly ProblemCode[] = [
  'malformed-request',
  'request-timeout',
  'expectation-failed',
  'headers-too-large',
  'method-not-allowed',
  'misdirected',
];
const pascal = (code: string) => code.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

const problemsByStatus = (spec: OperationSpec): OpenApiOperation['responses'] => {
  const byStatus: Record<number, ProblemCode[]> = {};
  for (const code of problemsOf(spec)) {
    const { status } = problemStatus(code, spec.service);
    byStatus[status] = [...(byStatus[status] ?? []), code];
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => {
      const [only = 'internal'] = codes;
      const isShared = codes.length === 1 && SHARED.includes(only);
      return [status, isShared ? ref('responses', pascal(only)) : problemResponse(codes, spec.service)];
    }),
  );
};

const BINARY: readonly OperationSpec['contentType'][] = ['image/webp', 'application/zip', XLSX_TYPE];
const isBinary = ({ contentType }: OperationSpec) => BINARY.includes(contentType);

const DONE: Record<string, string> = { 201: 'Created', 204: 'Done', 304: 'The cached copy is current' };

const responsesOf = (
  spec: OperationSpec,
  answers: Readonly<Record<string, unknown>>,
  schemaOf: SchemaOf,
): OpenApiOperation['responses'] => {
  const responses: OpenApiOperation['responses'] = {};
  for (const [status, schema] of Object.entries(spec.responses)) {
    const other = { schema: { type: 'string', ...(isBinary(spec) && { format: 'binary' }) } };
    const json = schema && { 'application/json': { schema: schemaOf(schema, 'output'), example: answers[status] } };
    const content = json ?? (spec.contentType && status !== '204' ? { [spec.contentType]: other } : undefined);
    responses[status] = {
      description: DONE[status] ?? 'Success',
      headers: headersOf(status === '204' ? [] : (spec.headers ?? [])),
      ...(content && { content }),
    };
  }
  if (spec.headers?.includes('ETag'))
    responses[304] = { description: DONE[304] as string, headers: headersOf(spec.headers) };
  return { ...responses, ...problemsByStatus(spec), default: ref('responses', 'NotUnderstood') };
};

const operationOf = (operationId: OperationId, schemaOf: SchemaOf): OpenApiOperation => {
  const spec: OperationSpec = OPERATIONS[operationId];
  const { answers, ...example }: { params?: Json; query?: Json; body?: unknown; raw?: unknown; answers: Json } =
    EXAMPLES[operationId];
  const parameters = [
    ...parametersOf('path', spec.params, schemaOf, example.params),
    ...parametersOf('query', spec.query, schemaOf, example.query),
    ...(spec.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(spec.headers?.includes('ETag') ? [IF_NONE_MATCH] : []),
  ];
  const requestBody = bodyOf(spec, example, schemaOf);
  const security = [...(SECURITY[spec.auth] ?? []), ...(spec.keys ? [{ apiKey: [] }] : [])];
  return {
    operationId,
    summary: spec.summary,
    tags: [spec.service],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(spec, answers, schemaOf),
    security,
    ...(spec.roles && { 'x-roles': spec.roles }),
  };
};

const TAGS = [
  { name: 'user', description: 'Identities, tokens and users' },
  { name: 'task', description: 'Tasks of buyers' },
  { name: 'submission', description: 'Submissions of workers' },
  { name: 'wallet', description: 'Coins: the ledger, payments and withdrawals' },
  { name: 'media', description: 'Images' },
  { name: 'notification', description: 'Notifications of users, and their mails' },
  { name: 'gateway', description: 'Operations over several services' },
] as const satisfies readonly { name: keyof typeof SERVICE_PROBLEMS; description: string }[];

/** OpenAPI 3.1, generated from the schemas that validate requests. */
export const openApiDocument = (): OpenApiDocument => {
  const { named, schemaOf } = createSchemas();
  const paths: OpenApiDocument['paths'] = {};
  for (const operationId of Object.keys(OPERATIONS) as OperationId[]) {
    const { path, method }: OperationSpec = OPERATIONS[operationId];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(operationId, schemaOf) };
  }
  schemaOf(problemSchema, 'output');
  const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description });
  return {
    openapi: '3.1.0',
    info: { title: 'Piecework', version: VERSION, description: DESCRIPTION },
    tags: TAGS,
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(named).sort(([a], [b]) => a.localeCompare(b))),
      responses: {
        ...Object.fromEntries(SHARED.map((code) => [pascal(code), problemResponse([code], 'gateway')])),
        NotUnderstood: problemResponse(
          BEFORE,
          'gateway',
          'Refused before the operation is known: invalid bytes, headers or method for this path. `status` is that of the code.',
        ),
      },
      headers: HEADERS,
      securitySchemes: {
        accessToken: bearer(CREDENTIALS.accessToken),
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'pw_{id}_{secret}', description: CREDENTIALS.apiKey },
        identityToken: bearer(CREDENTIALS.identityToken),
      },
    },
  };
};
