import { useId } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icon-paths';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { plainFieldset } from '../mixins';
import { color, media, motion, radius, space } from '../tokens';

interface Segment<Value extends string = string> {
  value: Value;
  label: string;
  icon?: IconName;
}

interface SegmentedProps<Value extends string> {
  label: string;
  options: readonly Segment<Value>[];
  value: NoInfer<Value>;
  onChange(value: NoInfer<Value>): void;
}

const Group = styled.fieldset`
  ${plainFieldset}
  display: inline-flex;
  flex-wrap: wrap;
  gap: 2px;
  padding: 3px;
  border: 1px solid ${color.line};
  border-radius: 9px;
  background: ${color.sunk};
`;

const Choice = styled.label`
  position: relative;
  display: inline-flex;
  gap: ${space(2)};
  align-items: center;
  justify-content: center;
  min-height: 38px;
  padding: 0 ${space(4)};
  border-radius: ${radius.control};
  color: ${color.soft};
  font-weight: 600;
  cursor: pointer;
  transition: background ${motion.fast}, color ${motion.fast};

  &:hover { color: ${color.ink}; }
  &:has(:checked) { background: ${color.surface}; color: ${color.primary}; box-shadow: 0 0 0 1px ${color.edge}; }
  &:has(:focus-visible) { outline: 2px solid ${color.primary}; outline-offset: 2px; }

  input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
  @media (pointer: coarse) { min-height: 44px; }
  ${media.phone} { flex: auto; padding: 0 ${space(2)}; }
`;

/** Radio buttons underneath, for arrow keys and screen readers. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <Group>
      <VisuallyHidden as="legend">{label}</VisuallyHidden>
      {options.map((option) => (
        <Choice key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} />}
          <span>{option.label}</span>
        </Choice>
      ))}
    </Group>
  );
}
