import { isDeepStrictEqual } from 'node:util';
import { type Form, type FormField, MAX_TEXT_VERSIONS, schemas } from '@piecework/contracts';
import type { FieldError } from '@piecework/http';
import { internally, type Service, type ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { fieldsOf, formIdOf, keepForm, knownFields, markFormUsed } from '../form/form.store';
import { type PlacesDocument, taskPlaces } from '../places/places.store';
import { columnFaults, correctionOf } from './batch';
import { batches, knownBatch } from './batch.store';

/** The fields of a task in a version of its texts; null: it has no form. All versions have the same names, kinds and rules. */
export const fieldsIn = async (tx: Transaction, task: PlacesDocument, version = 1): Promise<FormField[] | null> =>
  fieldsOf(tx, version === 1 ? task : { ...correctionOf((await knownBatch(tx, task._id)).corrections, version) });

/** What answers are checked by. */
const rulesOf = ({ label: _label, help: _help, ...field }: FormField) =>
  'options' in field ? { ...field, options: field.options.map(({ value }) => value) } : field;

export const changedRules = (before: readonly FormField[], { fields }: Form): FieldError[] => {
  if (fields.length !== before.length)
    return [{ field: 'form.fields', message: `The form keeps its ${before.length} fields` }];
  return fields.flatMap((field, at) =>
    isDeepStrictEqual(rulesOf(field), before[at] && rulesOf(before[at]))
      ? []
      : [{ field: `form.fields.${at}`, message: 'Only labels and help of a field can be corrected' }],
  );
};

interface Correction {
  taskId: string;
  buyerId: string;
  taskDetail?: string;
  form?: Form;
}

/** Of a batch in its pilot. Pages are assigned with the current version, and keep it (P-3.21). */
export const createTextsInternal = ({ clock }: Pick<ServiceDeps, 'clock'>) =>
  ({
    /** A repeat makes no further version. */
    correctTexts: internally([], async (args, { transact }) => {
      const { taskId, buyerId, taskDetail, form: sent } = args as unknown as Correction;
      const form = sent && schemas.form.parse(sent);
      return transact(async (unit) => {
        const task = await unit.collection(taskPlaces).findOne({ _id: taskId });
        if (!task?.batch || task.formId === undefined || task.buyerId !== buyerId) return { outcome: 'not-found' };
        const { _id: batchId, fields, file, corrections = [] } = await knownBatch(unit, taskId);
        const { version = 1 } = task.batch;
        const now = correctionOf(corrections, version) ?? { taskDetail: fields.taskDetail ?? '', formId: task.formId };
        const texts = { taskDetail: taskDetail ?? now.taskDetail, formId: form ? formIdOf(form.fields) : now.formId };
        // Also after the pilot: the event that carries the texts to the task may be lost.
        if (isDeepStrictEqual(texts, now))
          return { outcome: 'corrected', modifiedCount: 0, version, detail: now.taskDetail };
        if (task.state === 'closed' || task.batch.pilotPages === undefined) return { outcome: 'no-pilot' };
        const errors = [
          ...(form ? changedRules(await knownFields(unit, now.formId), form) : []),
          ...columnFaults(file?.columns ?? [], {
            ...(taskDetail !== undefined && { taskDetail }),
            ...(form && { form }),
          }),
        ];
        if (errors.length > 0) return { outcome: 'faulty', errors };
        if (version === MAX_TEXT_VERSIONS) return { outcome: 'too-many-versions' };
        if (form) await keepForm(unit, form.fields, clock.now());
        await markFormUsed(unit, texts.formId);
        await unit.collection(batches).updateOne({ _id: batchId }, { $set: { corrections: [...corrections, texts] } });
        const batch = { ...task.batch, version: version + 1 };
        await unit.collection(taskPlaces).updateOne({ _id: taskId }, { $set: { batch } });
        return { outcome: 'corrected', modifiedCount: 1, version: batch.version, detail: texts.taskDetail };
      });
    }),
  }) satisfies Service['internal'];
