import type { TextFormat } from '@piecework/contracts';
import { TEXT_FORMATS } from '@piecework/contracts/constants';
import { DateField, FieldPair, NumberField, SelectField, TextArea, TextField } from '@piecework/ui';
import { checkboxLabel, space } from '@piecework/ui/styles';
import { type ChangeEvent, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { type FieldDraft, optionsOf, optionsOfKind, SETTINGS, withOptions, withValue } from './field-draft';
import { type BatchFile, FORMAT_LABELS, KIND_LABELS, kindsOf } from './kinds';
import { idOf } from './useFieldList';

interface FieldSettingsProps {
  draft: FieldDraft;
  /** Its name if the buyer types none. */
  name: string;
  /** By their places in the field. */
  faults: ReadonlyMap<string, string>;
  file: BatchFile | undefined;
  onChange(draft: FieldDraft): void;
}

export const FieldSettings = (props: FieldSettingsProps) => {
  const { draft, faults, file, onChange } = props;
  const input = (part: string, typed: keyof FieldDraft) => ({
    id: idOf(draft, part),
    value: draft[typed] as string,
    error: faults.get(part),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange({ ...draft, [typed]: target.value }),
  });
  return (
    <Settings>
      <TextField
        label="Label"
        hint="The question, as workers read it."
        autoComplete="off"
        {...input('label', 'label')}
      />
      <FieldPair>
        <SelectField
          label="Kind"
          options={kindsOf(file).map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
          {...input('kind', 'kind')}
        />
        {draft.kind === 'text' && (
          <SelectField
            label="Format"
            options={TEXT_FORMATS.map((format: TextFormat) => ({ value: format, label: FORMAT_LABELS[format] }))}
            {...input('format', 'format')}
          />
        )}
        {draft.kind === 'boxes' && (
          <SelectField label="Drawn on" options={pictureOptions(file)} {...input('column', 'column')} />
        )}
      </FieldPair>
      {optionsOfKind(draft.kind) && <Options {...props} />}
      {SETTINGS[draft.kind].length > 0 && (
        <FieldPair>
          {SETTINGS[draft.kind].map(({ part, typed, label, hint, input: type }) => {
            const Field = type === 'day' ? DateField : NumberField;
            return (
              <Field
                key={part}
                label={`${label} (optional)`}
                hint={hint}
                // The number pad of an iPhone has no minus.
                {...(type === 'decimal' && { inputMode: 'text' })}
                {...input(part, typed)}
              />
            );
          })}
        </FieldPair>
      )}
      <TextArea
        label="Help (optional)"
        hint="Below the label: how to find the answer, or an example."
        rows={2}
        {...input('help', 'help')}
      />
      <Check>
        <input
          type="checkbox"
          checked={draft.required}
          onChange={({ target }) => onChange({ ...draft, required: target.checked })}
        />
        <span>Workers have to answer this</span>
      </Check>
      <Advanced {...props} />
    </Settings>
  );
};

/** The columns with pictures. */
const pictureOptions = (file: BatchFile | undefined) => [
  { value: '', label: 'The first picture of the row' },
  ...(file?.columns ?? [])
    .filter(({ kind }) => kind === 'picture')
    .map(({ name, label }) => ({ value: name, label: label || name })),
];

const Options = ({ draft, faults, onChange }: FieldSettingsProps) => {
  const { min, max, noun } = optionsOfKind(draft.kind) ?? {};
  const options = optionsOf(draft);
  const [ofLine] = options.flatMap(({ line }, at) => {
    const fault = faults.get(`options.${at}.label`);
    return fault ? [`Line ${line + 1}: ${fault}`] : [];
  });
  return (
    <TextArea
      id={idOf(draft, 'options')}
      label={noun === 'label' ? 'Labels' : 'Options'}
      hint={`One per line, ${min} to ${max}. You can paste a list.`}
      rows={4}
      value={draft.options}
      error={faults.get('options') ?? ofLine}
      onChange={({ target }) => onChange(withOptions(draft, target.value))}
    />
  );
};

/** What programs read. */
const Advanced = ({ draft, name, faults, onChange }: FieldSettingsProps) => {
  const isFaulty = [...faults.keys()].some((part) => part === 'name' || part.endsWith('.value'));
  const [isOpen, setOpen] = useState(isFaulty);
  // Stays open when the fault is corrected.
  useEffect(() => {
    if (isFaulty) setOpen(true);
  }, [isFaulty]);
  return (
    <Details open={isOpen || isFaulty} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Advanced</summary>
      <Settings>
        <TextField
          id={idOf(draft, 'name')}
          label="Name in downloads"
          hint="Made from the label if you leave it empty. Letters from a to z, digits and underscores."
          placeholder={name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.name}
          error={faults.get('name')}
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
        />
        {optionsOfKind(draft.kind) && optionsOf(draft).length > 0 && (
          <Values>
            <legend>Values in downloads</legend>
            {optionsOf(draft).map(({ line, label, value, typed }, at) => (
              <TextField
                key={line}
                id={idOf(draft, `options.${at}.value`)}
                label={label}
                placeholder={value}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={typed}
                error={faults.get(`options.${at}.value`)}
                onChange={({ target }) => onChange(withValue(draft, line, target.value))}
              />
            ))}
          </Values>
        )}
      </Settings>
    </Details>
  );
};

const Settings = styled.div`
  display: grid;
  gap: ${space(4)};
  min-width: 0;

  textarea[rows='2'] {
    min-height: 4.5rem;
  }
`;
const Check = styled.label`
  ${checkboxLabel}
`;
const Details = styled.details`
  > summary {
    width: fit-content;
    min-height: 44px;
    padding: ${space(2)} 0;
    cursor: pointer;
  }
  > summary + * { margin-top: ${space(2)}; }
`;
const Values = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr));
  align-items: start;
  gap: ${space(3)} ${space(4)};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;

  > legend { margin-bottom: ${space(2)}; padding: 0; font-weight: 600; }
  label { font-weight: 400; overflow-wrap: anywhere; }
`;
