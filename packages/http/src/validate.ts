import type { OperationSpec } from '@piecework/contracts';
import type { z } from 'zod';
import { type Failure, type FieldError, fail } from './reply';

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

const fieldErrors = (error: z.ZodError, whole: string): FieldError[] => {
  const seen = new Map<string, string>();
  for (const issue of error.issues) {
    const field = issue.path.join('.') || whole;
    if (!seen.has(field))
      seen.set(
        field,
        issue.code === 'invalid_type' && issue.expected === 'object' ? 'Send a JSON object' : issue.message,
      );
  }
  return [...seen].map(([field, message]) => ({ field, message }));
};

export const validate = (
  spec: OperationSpec,
  input: Input,
): { ok: true; input: Input } | { ok: false; failure: Failure<'validation'> } => {
  const errors: FieldError[] = [];
  const part = (schema: z.ZodType | undefined, value: unknown, whole: string) => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    errors.push(...fieldErrors(parsed.error, whole));
    return undefined;
  };
  const parsed = {
    params: part(spec.params, input.params, 'path'),
    query: part(spec.query, input.query, 'query'),
    body: spec.rawBody ? undefined : part(spec.body, input.body, 'body'),
  };
  if (errors.length === 0) return { ok: true, input: parsed };
  const [first] = errors;
  return {
    ok: false,
    failure: fail('validation', { errors, ...(errors.length === 1 && first && { message: first.message }) }),
  };
};
