import { createHash } from 'node:crypto';
import { DAY_MS } from '@piecework/base';
import type { FormField } from '@piecework/contracts';
import { collection, type Document, type Transaction } from '@piecework/store';
import type { TaskPlaces } from '../places/places';

/** Never changed, and shared by all tasks with the same fields. */
export interface FormDocument extends Document {
  /** A hash of the fields. */
  _id: string;
  fields: FormField[];
  /** Milliseconds since 1970: only before the first task with it is published. */
  unusedSince?: number;
}

export const forms = collection<FormDocument>('forms', [{ key: { unusedSince: 1 } }]);

/** Milliseconds for which a form waits for the publication of its task. */
export const UNUSED_FORM_MS = 30 * DAY_MS;

/** @param fields as the schema of the contract returns them, in its order of properties */
export const formIdOf = (fields: readonly FormField[]): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('base64url');

/** Idempotent. Returns the id. */
export const keepForm = async (tx: Transaction, fields: FormField[], now: number): Promise<string> => {
  const _id = formIdOf(fields);
  const rows = tx.collection(forms);
  const existing = await rows.findOne({ _id });
  if (!existing) await rows.insertOne({ _id, fields, unusedSince: now });
  else if (existing.unusedSince !== undefined) await rows.updateOne({ _id }, { $set: { unusedSince: now } });
  return _id;
};

/** @throws for an unknown form: the gateway has it kept before it forwards the task */
export const knownFields = async (tx: Transaction, formId: string): Promise<FormField[]> => {
  const form = await tx.collection(forms).findOne({ _id: formId });
  if (!form) throw new Error(`Unknown form ${formId}`);
  return form.fields;
};

/** Of the form of a task; null: it has none. */
export const fieldsOf = async (tx: Transaction, { formId }: Pick<TaskPlaces, 'formId'>): Promise<FormField[] | null> =>
  formId === undefined ? null : knownFields(tx, formId);

/** Its task is published. */
export const markFormUsed = async (tx: Transaction, formId: string): Promise<void> => {
  await knownFields(tx, formId);
  await tx.collection(forms).updateOne({ _id: formId }, { $unset: { unusedSince: true } });
};
