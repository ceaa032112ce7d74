import { msg, rich, t } from '@piecework/i18n';
import { Button, FieldFrame, Icon, useField } from '@piecework/ui';
import { type ChangeEvent, useState } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { Frame, Meter, Percent, Preview, Prompt, Retry, stepText, Tools, Zone } from './image-field-elements';
import { acceptedTypes, faultOf, formatNames, SOURCE_IMAGE } from './image-rules';
import { usePreview } from './usePreview';
import { type Progress, useUpload } from './useUpload';

interface ImageFieldProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  error?: string | undefined;
  required?: string;
  /** `now`: uploads when chosen, the value is the address. `on-submit`: the value is the File. */
  upload: 'now' | 'on-submit';
}

/** Unused pictures are deleted after a day, and a draft may be older. */
const NOT_AVAILABLE = msg('This picture is no longer available. Please choose it again.');

export function ImageField<T extends FieldValues>(props: ImageFieldProps<T>) {
  const { control, name, label, error, required, upload } = props;
  const hint = t('{formats}, up to {megabytes} MB.', { formats: formatNames(), megabytes: SOURCE_IMAGE.megabytes });
  const [fault, setFault] = useState<string>();
  const [chosen, setChosen] = useState<{ file: File; url?: string } | null>(null);
  const [gone, setGone] = useState<string>();
  const { progress, send, stop } = useUpload({
    onFault: setFault,
    onReady: (file) => {
      setChosen({ file });
      if (upload === 'on-submit') field.onChange(file);
    },
    onDone:
      upload === 'now'
        ? (url) => {
            setChosen((now) => now && { ...now, url });
            setFault(undefined);
            field.onChange(url);
          }
        : undefined,
  });
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      validate: {
        sending: () =>
          progress.kind !== 'sending' ||
          (upload === 'now'
            ? t('The picture is still uploading. Please wait a moment.')
            : t('The picture is still being prepared. Please wait a moment.')),
        failed: () => progress.kind !== 'failed' || t('The upload failed. Try again, or choose another picture.'),
        gone: (value) => !value || value !== gone || NOT_AVAILABLE,
        required: (value) => Boolean(value) || !required || required,
      },
    },
  });
  const take = (file: File | undefined) => {
    if (!file) return;
    const fileFault = faultOf(file);
    setFault(fileFault);
    if (fileFault) return;
    void send(file);
  };
  const remove = () => {
    stop();
    setFault(undefined);
    setChosen(null);
    field.onChange(upload === 'now' ? '' : undefined);
  };

  const isEmpty = !field.value && progress.kind === 'idle';
  // A chosen file is shown locally; an address from a draft is shown from the gateway.
  const isChosen = progress.kind !== 'idle' || chosen?.url === field.value;
  const shown = usePreview(isEmpty ? null : isChosen ? chosen?.file : field.value);
  const isGone = !isEmpty && !isChosen && field.value === gone;
  // The form validates again only when the value changes, not when an upload begins or ends.
  const causes = { sending: progress.kind === 'sending', failed: progress.kind === 'failed', required: isEmpty };
  const isStale = fieldState.error && causes[fieldState.error.type as keyof typeof causes] === false;
  const shownError = fault ?? failureOf(progress) ?? (isGone ? NOT_AVAILABLE : isStale ? undefined : error);
  const fieldIds = useField({ hint, error: shownError });
  return (
    <FieldFrame label={label} hint={hint} error={shownError} field={fieldIds}>
      <Frame>
        <Zone $invalid={Boolean(fieldIds.attributes['aria-invalid'])}>
          {shown && !isGone ? (
            <Preview
              src={shown}
              alt={t('The picture you chose')}
              onError={() => {
                if (!isChosen) setGone(field.value);
              }}
            />
          ) : (
            <Icon name="upload" size={32} />
          )}
          <Prompt>
            {shown
              ? rich('<b>Choose another picture</b> or drop it here', { b: strong })
              : rich('<b>Choose a picture</b> or drop it here', { b: strong })}
          </Prompt>
          <input
            {...fieldIds.attributes}
            type="file"
            accept={acceptedTypes()}
            name={field.name}
            ref={field.ref}
            onBlur={field.onBlur}
            onChange={(event: ChangeEvent<HTMLInputElement>) => {
              take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </Zone>
        <Tools>
          <Sending progress={progress} isDone={upload === 'now' && Boolean(field.value) && !isGone} />
          {progress.kind === 'failed' && <Retry onClick={() => void send(progress.again)} />}
          {!isEmpty && (
            <Button type="button" variant="quiet" size="small" icon="close" onClick={remove}>
              {progress.kind === 'sending' ? t('Cancel upload') : t('Remove picture')}
            </Button>
          )}
        </Tools>
      </Frame>
    </FieldFrame>
  );
}

const strong = (children: string) => <strong>{children}</strong>;

const failureOf = (progress: Progress) => (progress.kind === 'failed' ? progress.message : undefined);

function Sending({ progress, isDone }: { progress: Progress; isDone: boolean }) {
  return (
    <>
      {progress.kind === 'sending' && <Meter fraction={progress.fraction} />}
      {progress.kind === 'sending' && progress.step === 'uploading' && <Percent fraction={progress.fraction} />}
      <span role="status">
        {progress.kind === 'sending'
          ? stepText(progress.step)
          : progress.kind === 'idle' && isDone && t('Picture uploaded.')}
      </span>
    </>
  );
}
