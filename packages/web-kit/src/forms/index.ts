export type { UseFormReturn } from 'react-hook-form';
export { useForm, useWatch } from 'react-hook-form';
export { DraftNotice } from './DraftNotice';
export { ImageField } from './ImageField';
export { Meter, Prompt, Zone } from './image-field-elements';
export { obey } from './obey';
export { PicturesField } from './PicturesField';
export { useDraft } from './useDraft';
export { useSubmit } from './useSubmit';
