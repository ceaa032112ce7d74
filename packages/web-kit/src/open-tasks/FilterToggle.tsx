import { Icon } from '@piecework/ui';
import { color, media, radius, space } from '@piecework/ui/styles';
import { styled } from 'styled-components';

interface FilterToggleProps {
  label: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

/** A filter that is on or off. */
export const FilterToggle = ({ label, isOn, onChange }: FilterToggleProps) => (
  <Face>
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    {isOn && <Icon name="check" />}
    <span>{label}</span>
  </Face>
);

const Face = styled.label`
  position: relative;
  display: inline-flex;
  gap: ${space(1)};
  align-items: center;
  min-height: 44px;
  padding: 0 ${space(4)};
  border: 1px solid ${color.edge};
  border-radius: ${radius.control};
  background: ${color.surface};
  font-weight: 600;
  cursor: pointer;

  &:hover { background: ${color.sunk}; }
  &:has(:checked) { border-color: ${color.primary}; background: ${color.primarySoft}; color: ${color.primary}; }
  &:has(:focus-visible) { outline: 2px solid ${color.primary}; outline-offset: 2px; }

  input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
  ${media.phone} { flex: auto; justify-content: center; padding: 0 ${space(2)}; }
`;
