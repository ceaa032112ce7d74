import type { FormField } from '@piecework/contracts';
import { readBoxes, roundedRectangle } from '@piecework/contracts/boxes';
import { MAX_BOXES } from '@piecework/contracts/constants';
import { Skeleton } from '@piecework/ui';
import { loadable, pictureSources } from '@piecework/web-kit';
import { fieldOf, type UseFormReturn, useWatch } from '@piecework/web-kit/forms';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type AnswerValues, boxesIn, boxesText } from './answer-values';
import { PICTURE_SIZES } from './picture-sizes';

// Few forms have boxes.
const BoxEditor = loadable(
  async () => ({ default: (await import('@piecework/ui/boxes')).BoxEditor }),
  <Skeleton shape="card" />,
);

interface BoxesFieldProps {
  field: Extract<FormField, { kind: 'boxes' }>;
  form: UseFormReturn<AnswerValues>;
  name: string;
  label: string;
  hint: ReactNode;
  faultOf(typed: string): string | null;
  /** Address of the picture of the row. */
  url: string | undefined;
}

/** Boxes on the picture of a row. Their value is one text, which a draft can have. */
export const BoxesField = ({ field, form, name, label, hint, faultOf, url }: BoxesFieldProps) => {
  const text = String(useWatch({ control: form.control, name }) ?? '');
  const boxes = useMemo(() => {
    const read = readBoxes(field, boxesIn(text));
    return read.ok ? read.boxes : [];
  }, [field, text]);
  const editor = useRef<{ focus(): void }>(null);
  const { register } = form;
  const { error } = fieldOf(form, name, { faultOf });
  useEffect(() => {
    register(name).ref({ name, value: '', focus: () => editor.current?.focus() });
  }, [register, name]);
  return (
    <BoxEditor
      // Another row has another picture.
      key={url}
      label={label}
      hint={hint}
      error={error}
      labels={field.options}
      boxes={boxes}
      most={field.maxCount ?? MAX_BOXES}
      picture={url ? { ...pictureSources(url, 1280), sizes: PICTURE_SIZES } : undefined}
      focusRef={editor}
      onChange={(next) =>
        form.setValue(name, boxesText(next.map((box) => ({ ...box, ...roundedRectangle(box) }))), {
          shouldDirty: true,
          shouldValidate: error !== undefined,
        })
      }
    />
  );
};
