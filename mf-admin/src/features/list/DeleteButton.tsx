import { Icon } from '@piecework/ui';
import { color, motion, radius, space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';

/** In rem: the width below which a table with buttons becomes cards (packages/ui/src/data/DataTable.tsx). */
const WIDE_TABLE = 56.25;

/** Icon only in a table, where a column of red buttons would dominate; with a label on a card. */
const Face = styled.button`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  min-width: 40px;
  min-height: 40px;
  padding: 0;
  border: 1px solid transparent;
  border-radius: ${radius.control};
  background: none;
  color: ${color.madder};
  font: inherit;
  font-size: ${text.small};
  font-weight: 600;
  cursor: pointer;
  transition: background ${motion.fast};

  &:hover { background: ${color.madderBg}; }
  &:disabled { background: none; opacity: 0.5; cursor: not-allowed; }
  &[aria-busy='true'] { opacity: 0.6; cursor: progress; }

  @container (width >= ${WIDE_TABLE}rem) { > span { display: none; } }
  @container (width < ${WIDE_TABLE}rem) { min-height: 44px; padding: 0 ${space(3)}; border-color: ${color.madder}; }
`;

interface DeleteButtonProps {
  name: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  describedBy?: string | undefined;
  onPress: () => void;
}

export function DeleteButton({ name, isBusy = false, isDisabled, describedBy, onPress }: DeleteButtonProps) {
  const label = `Delete ${name}`;
  return (
    <Face
      type="button"
      aria-label={label}
      title={label}
      aria-busy={isBusy}
      aria-describedby={describedBy}
      disabled={isDisabled}
      onClick={() => {
        if (!isBusy) onPress();
      }}
    >
      <Icon name="delete" />
      <span>Delete</span>
    </Face>
  );
}
