import type { OpenApiDocument } from '@piecework/gateway';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

type Json = Record<string, unknown>;

/** Validates values by the schemas of an OpenAPI 3.1 document, including formats; an unknown keyword is an error. */
export const createSchemas = (document: Pick<OpenApiDocument, 'components'>) => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat('binary', true).addFormat('password', true);
  ajv.addVocabulary(['x-also', 'x-roles', 'example']);
  const own = (schema: Json): Json =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"schema:')) as Json;
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema(own(schema), `schema:${name}`);
  const known = new Map<string, ValidateFunction>();
  const compile = (schema: Json): ValidateFunction => {
    const text = JSON.stringify(schema);
    const validator = known.get(text) ?? ajv.compile(own(schema));
    known.set(text, validator);
    return validator;
  };
  /** Validation errors of a value; empty if it is valid. */
  const faultsOf = (schema: Json, value: unknown): string[] => {
    const validator = compile(schema);
    if (validator(value)) return [];
    return (validator.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  return { faultsOf, isValid: (schema: Json, value: unknown) => faultsOf(schema, value).length === 0 };
};
