export type {
  Control,
  FieldErrors,
  FieldPath,
  FieldValues,
  SubmitHandler,
  UseFormReturn,
} from 'react-hook-form';
export { Controller, useController, useForm, useFormState, useWatch } from 'react-hook-form';
export { DraftNotice } from './DraftNotice';
export { ImageField } from './ImageField';
export { type Draft, useDraft } from './useDraft';
export { useSubmit } from './useSubmit';
