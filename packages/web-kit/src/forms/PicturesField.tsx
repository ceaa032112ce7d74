import { msg, plural, t, translated } from '@piecework/i18n';
import { type Elements, FieldFrame, Icon, IconButton, useField } from '@piecework/ui';
import { imageSrc } from '@piecework/web-kit';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { Meter, Percent, Retry, stepText } from './image-field-elements';
import { acceptedTypes, faultOf, formatNames, SOURCE_IMAGE } from './image-rules';
import { AddTile, State, Tile, Tiles } from './pictures-field-elements';
import { usePreview } from './usePreview';
import { type Progress, useUpload } from './useUpload';

interface PicturesFieldProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  /** Number of pictures. */
  most: number;
  /** Above the limits. */
  help?: Elements;
  /** Whether the hint says so. @default true */
  isOptional?: boolean;
  /** A rule of the form about the addresses. */
  faultOf?(urls: string[]): string | null;
  error?: string | undefined;
}

/** A file that is being uploaded, or whose upload failed. */
interface Chosen {
  key: number;
  file: File;
}

const NOT_AVAILABLE = msg('A picture is no longer available. Remove it and add it again.');

let keys = 0;

/** Pictures that upload when chosen; the value is the list of their addresses. */
export function PicturesField<T extends FieldValues>(props: PicturesFieldProps<T>) {
  const { control, name, label, most, help, isOptional = true, faultOf: ruleOf, error } = props;
  const [uploads, setUploads] = useState<readonly Chosen[]>([]);
  const [fault, setFault] = useState<string>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      validate: {
        uploading: () =>
          uploads.length === 0 || t('Wait until every picture is uploaded, or remove the ones that failed.'),
        gone: (value: string[]) => !value.some((url) => gone.has(url)) || NOT_AVAILABLE,
        rule: (value: string[]) => ruleOf?.(value) ?? true,
      },
    },
  });
  const urls: readonly string[] = field.value;
  // Two uploads may end before the next render.
  const latest = useRef(urls);
  useEffect(() => {
    latest.current = urls;
  }, [urls]);
  const change = (next: readonly string[]) => {
    latest.current = next;
    field.onChange(next);
  };
  const free = most - urls.length - uploads.length;
  const take = (files: readonly File[]) => {
    const faulty = files.map(faultOf).find(Boolean);
    const fitting = files.filter((file) => !faultOf(file));
    setFault(
      faulty ??
        (fitting.length > free
          ? plural(
              most,
              'You can add one picture. The rest were left out.',
              'You can add up to {count} pictures. The rest were left out.',
            )
          : undefined),
    );
    setUploads((now) => [...now, ...fitting.slice(0, free).map((file) => ({ key: keys++, file }))]);
  };
  const drop = (key: number) => setUploads((now) => now.filter((upload) => upload.key !== key));
  const hasGone = urls.some((url) => gone.has(url));
  // The form validates again only when the value changes, which a removed upload does not.
  const isUploadOver = fieldState.error?.type === 'uploading' && uploads.length === 0;
  const shownError = fault ?? (hasGone ? NOT_AVAILABLE : isUploadOver ? undefined : error);
  const limits = limitsOf(most, isOptional);
  const hint = help ? (
    <>
      {help}
      <span>{limits}</span>
    </>
  ) : (
    limits
  );
  const fieldIds = useField({ hint, error: shownError });
  return (
    <FieldFrame label={label} hint={hint} error={shownError} field={fieldIds}>
      <Tiles>
        {urls.map((url, at) => (
          <Tile key={url}>
            {gone.has(url) ? (
              <Icon name="alert" size={32} />
            ) : (
              <img
                src={imageSrc(url, 320)}
                alt={t('Added picture {number}', { number: at + 1 })}
                onError={() => setGone((now) => new Set(now).add(url))}
              />
            )}
            <IconButton
              label={t('Remove picture {number}', { number: at + 1 })}
              icon="close"
              onClick={() => {
                setFault(undefined);
                change(urls.filter((other) => other !== url));
              }}
            />
          </Tile>
        ))}
        {uploads.map(({ key, file }) => (
          <Upload
            key={key}
            file={file}
            onFault={(message) => {
              drop(key);
              setFault(message);
            }}
            onDone={(url) => {
              drop(key);
              change([...latest.current, url]);
            }}
            onRemove={() => {
              setFault(undefined);
              drop(key);
            }}
          />
        ))}
        {free > 0 && (
          <AddTile $invalid={Boolean(fieldIds.attributes['aria-invalid'])}>
            <Icon name="upload" />
            <span>{t('Choose or drop')}</span>
            <input
              {...fieldIds.attributes}
              type="file"
              multiple
              accept={acceptedTypes()}
              name={field.name}
              ref={field.ref}
              onBlur={field.onBlur}
              onChange={(event: ChangeEvent<HTMLInputElement>) => {
                take([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
          </AddTile>
        )}
      </Tiles>
    </FieldFrame>
  );
}

const limitsOf = (most: number, isOptional: boolean): string => {
  const ofEach = { formats: formatNames(), megabytes: SOURCE_IMAGE.megabytes };
  return isOptional
    ? t('Optional, up to {most}: {formats}, up to {megabytes} MB each.', { most, ...ofEach })
    : plural(
        most,
        'One picture: {formats}, up to {megabytes} MB.',
        'Up to {count}: {formats}, up to {megabytes} MB each.',
        ofEach,
      );
};

interface UploadProps {
  file: File;
  onFault(message: string): void;
  onDone(url: string): void;
  onRemove(): void;
}

/** Uploads while it is shown. */
function Upload({ file, onFault, onDone, onRemove }: UploadProps) {
  const [picture, setPicture] = useState<File>();
  const { progress, send } = useUpload({ onFault, onReady: setPicture, onDone });
  const preview = usePreview(picture);
  useEffect(() => void send(file), [file, send]);
  return (
    <Tile>
      {preview && <img src={preview} alt={file.name} />}
      {progress.kind === 'failed' ? (
        <div role="alert">
          <span>{translated(progress.message)}</span>
          <Retry onClick={() => void send(progress.again)} />
        </div>
      ) : (
        <UploadState progress={progress} name={file.name} />
      )}
      <IconButton
        label={
          progress.kind === 'failed'
            ? t('Remove {file}', { file: file.name })
            : t('Cancel upload of {file}', { file: file.name })
        }
        icon="close"
        onClick={onRemove}
      />
    </Tile>
  );
}

function UploadState({ progress, name }: { progress: Progress; name: string }) {
  const { step, fraction } = progress.kind === 'sending' ? progress : START;
  return (
    <>
      <State role="status">
        {step === 'uploading' ? <Percent fraction={fraction} /> : <span>{stepText(step)}</span>}
      </State>
      <Meter fraction={fraction} label={t('Upload of {file}', { file: name })} />
    </>
  );
}

const START = { step: 'preparing', fraction: 0 } as const;
