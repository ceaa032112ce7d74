type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

const resolve = (document: Json, ref: string): unknown =>
  ref.startsWith('#/')
    ? ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), document)
    : undefined;

/** Calls `visit` for every object in the document, with its path. */
const walk = (value: unknown, visit: (object: Json, at: string) => void, at = '#'): void => {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, visit, `${at}/${index}`);
  if (!isObject(value)) return;
  visit(value, at);
  for (const [key, item] of Object.entries(value)) walk(item, visit, `${at}/${key}`);
};

const faultsOfSchema = (schema: unknown, at: string): string[] => {
  const faults: string[] = [];
  walk(schema, (object, where) => {
    const { type, required, pattern } = object;
    // `type` may also be the name of a property, whose value is a schema.
    const types = typeof type === 'string' ? [type] : Array.isArray(type) ? type : [];
    for (const name of types) if (!TYPES.has(String(name))) faults.push(`${at}${where}: no type '${name}'`);
    if ('nullable' in object) faults.push(`${at}${where}: 'nullable' is OpenAPI 3.0`);
    if (typeof object.exclusiveMinimum === 'boolean') faults.push(`${at}${where}: exclusiveMinimum of 3.0`);
    if (Array.isArray(required) && new Set(required).size !== required.length)
      faults.push(`${at}${where}: required twice`);
    if (typeof pattern === 'string') new RegExp(pattern, 'u');
  });
  return faults;
};

const faultsOfParameters = (path: string, parameters: unknown, at: string): string[] => {
  if (parameters !== undefined && !Array.isArray(parameters)) return [`${at}: parameters are no list`];
  const given = (parameters ?? []) as Json[];
  const names = given.map(({ name, in: place }) => `${place} ${name}`);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
  return [
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${at}: ${name} twice`),
    ...inPath.filter((name) => !names.includes(name)).map((name) => `${at}: ${name} is not described`),
    ...given
      .filter(({ in: place, required }) => place === 'path' && required !== true)
      .map(({ name }) => `${at}: ${name} must be required`),
    ...given.flatMap(({ name, schema }) =>
      isObject(schema) ? faultsOfSchema(schema, `${at} ${name} `) : [`${at}: ${name} has no schema`],
    ),
  ];
};

const faultsOfContent = (content: unknown, at: string): string[] =>
  Object.entries((content ?? {}) as Json).flatMap(([type, media]) => [
    ...(/^[\w-]+\/[\w.+-]+$/.test(type) ? [] : [`${at}: '${type}' is no media type`]),
    ...(isObject(media) ? faultsOfSchema(media.schema, `${at} ${type} `) : [`${at}: no media type object`]),
  ]);

const faultsOfOperation = (document: Json, path: string, method: string, operation: Json): string[] => {
  const at = `${method} ${path}`;
  const responses = (operation.responses ?? {}) as Json;
  const schemes = resolve(document, '#/components/securitySchemes') as Json;
  const security = (operation.security ?? []) as Json[];
  return [
    ...(METHODS.has(method) ? [] : [`${at}: no method`]),
    ...(typeof operation.operationId === 'string' ? [] : [`${at}: no operationId`]),
    ...(Object.keys(responses).length > 0 ? [] : [`${at}: no responses`]),
    ...faultsOfParameters(path, operation.parameters, at),
    ...faultsOfContent((operation.requestBody as Json | undefined)?.content, at),
    ...Object.entries(responses).flatMap(([status, response]) => [
      ...(/^[1-5]\d\d$|^default$/.test(status) ? [] : [`${at}: no status '${status}'`]),
      ...(isObject(response) && (response.$ref || response.description)
        ? faultsOfContent(response.content, `${at} ${status}`)
        : [`${at} ${status}: no description`]),
    ]),
    ...security
      .flatMap((requirement) => Object.keys(requirement))
      .filter((name) => !schemes[name])
      .map((name) => `${at}: security scheme '${name}' is not defined`),
  ];
};

/**
 * Violations of https://spec.openapis.org/oas/v3.1.0 in the parts of the standard that this document uses: the repository has no validator
 * among its packages.
 */
export const faultsOfOpenApi = (document: unknown): string[] => {
  if (!isObject(document)) return ['no object'];
  const { openapi, info, paths } = document as { openapi: unknown; info: Json; paths: Record<string, Json> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Json })),
  );
  const ids = operations.map(({ operation }) => operation.operationId);
  const faults = [
    ...(/^3\.1\.\d+$/.test(String(openapi)) ? [] : [`openapi is '${openapi}'`]),
    ...(['title', 'version'] as const).filter((name) => !info[name]).map((name) => `info has no ${name}`),
    ...Object.keys(paths)
      .filter((path) => !path.startsWith('/'))
      .map((path) => `'${path}' does not begin with /`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `operationId ${id} twice`),
    ...operations.flatMap(({ path, method, operation }) => faultsOfOperation(document, path, method, operation)),
  ];
  walk(document, ({ $ref }, at) => {
    if (typeof $ref === 'string' && resolve(document, $ref) === undefined) faults.push(`${at}: ${$ref} does not exist`);
  });
  return faults;
};
