import { FieldFrame, Icon, useField } from '@piecework/ui';
import { Prompt, Zone } from '@piecework/web-kit/forms';
import type { ChangeEvent } from 'react';

interface CsvFieldProps {
  hint: string;
  /** The file that is there: its name, or what it has. */
  current: string | undefined;
  disabled: boolean;
  onChoose(file: File): void;
}

export function CsvField({ hint, current, disabled, onChoose }: CsvFieldProps) {
  const field = useField({ hint });
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    if (chosen) onChoose(chosen);
    // The same file can be chosen again, once it is corrected.
    target.value = '';
  };
  return (
    <FieldFrame label="CSV file" hint={hint} field={field}>
      <Zone $invalid={false}>
        <Icon name="upload" size={32} />
        <Prompt>
          {current && <span translate="no">{`${current}. `}</span>}
          <strong>{current ? 'Choose another file' : 'Choose a file'}</strong>
          <span> or drop it here</span>
        </Prompt>
        <input {...field.attributes} type="file" accept=".csv,text/csv" disabled={disabled} onChange={take} />
      </Zone>
    </FieldFrame>
  );
}
