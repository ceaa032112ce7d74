import type { ComponentPropsWithRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icon-paths';
import { plainFieldset } from '../mixins';
import { color, media, motion, radius, space, text } from '../tokens';
import { FieldNotes, type FieldProps, fieldLabel, useField } from './Field';

interface ChoiceCard {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  icon?: IconName;
  /** Absent: the form library knows. */
  checked?: boolean;
}

/** Input props go to every input, so that a form library registers them as one field. */
interface ChoiceCardsProps
  extends FieldProps,
    Omit<ComponentPropsWithRef<'input'>, 'type' | 'children' | 'id' | 'value' | 'defaultValue'> {
  options: readonly ChoiceCard[];
}

const Group = styled.fieldset`
  ${plainFieldset}
  display: grid;
  gap: ${space(2)};

  > legend { ${fieldLabel} margin-bottom: ${space(1)}; font-family: inherit; font-size: inherit; }
`;

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr));
  gap: ${space(3)};
`;

const Choice = styled.label`
  position: relative;
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${space(1)} ${space(3)};
  align-content: start;
  align-items: center;
  padding: ${space(4)};
  border: 1px solid ${color.edge};
  border-radius: ${radius.card};
  background: ${color.surface};
  cursor: pointer;
  transition: background ${motion.fast}, border-color ${motion.fast};

  &:hover { background: ${color.sunk}; }
  &:has(:checked) { border-color: ${color.primary}; background: ${color.primarySoft}; box-shadow: inset 0 0 0 1px ${color.primary}; }
  &:has(:focus-visible) { outline: 2px solid ${color.primary}; outline-offset: 2px; }
  &:has(:disabled) { opacity: 0.6; cursor: not-allowed; }

  input { width: 18px; height: 18px; margin: 0; accent-color: ${color.primary}; }
  input:focus-visible { outline: none; }
  strong { display: flex; gap: ${space(2)}; align-items: center; font-weight: 600; }
  small { grid-column: 2; color: ${color.soft}; font-size: ${text.small}; }
  ${media.phone} { min-height: 44px; }
`;

function ChoiceCards({
  type,
  label,
  hint,
  error,
  options,
  ...rest
}: ChoiceCardsProps & { type: 'radio' | 'checkbox' }) {
  const field = useField({ hint, error });
  return (
    <Group aria-describedby={field.attributes['aria-describedby']}>
      <legend>{label}</legend>
      <Cards>
        {options.map((option) => (
          <Choice key={option.value}>
            <input
              {...rest}
              type={type}
              name={rest.name ?? field.id}
              value={option.value}
              checked={option.checked}
              aria-invalid={error ? true : undefined}
            />
            <strong>
              {option.icon && <Icon name={option.icon} />}
              <span>{option.label}</span>
            </strong>
            {option.hint && <small>{option.hint}</small>}
          </Choice>
        ))}
      </Cards>
      <FieldNotes hint={hint} error={error} field={field} />
    </Group>
  );
}

export const RadioCards = (props: ChoiceCardsProps) => <ChoiceCards type="radio" {...props} />;

/** Any number of the options. */
export const CheckboxCards = (props: ChoiceCardsProps) => <ChoiceCards type="checkbox" {...props} />;
