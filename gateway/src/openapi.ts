import { OPERATIONS, type OperationSpec, problemSchema } from '@piecework/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: readonly string[];
  parameters?: readonly { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Json }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, Json>;
  security?: readonly Record<string, readonly string[]>[];
}
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Json; responses: Json; securitySchemes: Json };
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

const parametersOf = (place: 'path' | 'query', schema: z.ZodType | undefined) => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const bodyOf = ({ body, rawBody }: OperationSpec): OpenApiOperation['requestBody'] | undefined => {
  if (rawBody?.contentType === 'multipart/form-data') {
    const image = { type: 'string', format: 'binary' };
    return {
      required: true,
      content: {
        [rawBody.contentType]: { schema: { type: 'object', properties: { image }, required: ['image'] } },
      },
    };
  }
  if (rawBody) return { required: true, content: { [rawBody.contentType]: { schema: {} } } };
  if (!body) return undefined;
  return {
    required: !body.safeParse(undefined).success,
    content: { 'application/json': { schema: schemaOf(body, 'input') } },
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

/** The body of a success that is no JSON. */
const otherContent = (path: string): Json | undefined =>
  ({
    '/live': { 'text/event-stream': { schema: { type: 'string' } } },
    '/images/{name}': { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
    '/identity/google': { 'text/html': { schema: { type: 'string' } } },
  })[path];

const problemsOf = ({ auth, roles, body, rawBody, params, service, limit }: OperationSpec): number[] => {
  const members = auth !== 'none' && auth !== 'optional';
  return [
    ...(body || rawBody || params ? [400] : []),
    ...(members ? [401] : []),
    ...(roles || auth === 'access' ? [403] : []),
    ...(params ? [404] : []),
    ...(body || rawBody ? [413, 415] : []),
    ...(limit === 'none' ? [] : [429]),
    ...(service === 'gateway' && !members ? [] : [503]),
  ];
};

const responsesOf = (spec: OperationSpec): Record<string, Json> => {
  const responses: Record<string, Json> = {};
  for (const [status, schema] of Object.entries(spec.responses)) {
    const other = otherContent(spec.path);
    responses[status] = {
      description: 'Success',
      ...(schema && { content: { 'application/json': { schema: schemaOf(schema, 'output') } } }),
      ...(!schema && other && status !== '204' && { content: other }),
    };
  }
  for (const status of problemsOf(spec)) responses[status] = { $ref: '#/components/responses/Problem' };
  responses.default = { $ref: '#/components/responses/Problem' };
  return responses;
};

const operationOf = (operationId: string, spec: OperationSpec): OpenApiOperation => {
  const parameters = [
    ...parametersOf('path', spec.params),
    ...parametersOf('query', spec.query),
    ...(spec.idempotent ? [idempotencyKey] : []),
  ];
  const requestBody = bodyOf(spec);
  const security = SECURITY[spec.auth];
  const only = spec.roles ? `. Only for: ${spec.roles.join(', ')}` : '';
  return {
    operationId,
    summary: `${spec.summary}${only}`,
    tags: [spec.service],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(spec),
    ...(security && { security }),
  };
};

/** The REST contract as OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0), made from the very schemas that validate it. */
export const openApiDocument = (): OpenApiDocument => {
  const paths: OpenApiDocument['paths'] = {};
  for (const [operationId, spec] of Object.entries(OPERATIONS)) {
    paths[spec.path] = { ...paths[spec.path], [spec.method.toLowerCase()]: operationOf(operationId, spec) };
  }
  const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Piecework',
      version: '0.1.0',
      description:
        'A micro-task marketplace. Every error is application/problem+json with a stable `code` and a `message` for people.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(problemSchema, 'output') },
      responses: {
        Problem: {
          description: 'What went wrong',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      securitySchemes: {
        accessToken: bearer('From POST /jwt; one hour'),
        identityToken: bearer('From /identity/* or the identity provider; proves an email'),
      },
    },
  };
};
