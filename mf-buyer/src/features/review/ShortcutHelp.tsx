import { REJECTION_REASONS } from '@piecework/contracts/constants';
import { KeyCap, Modal } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { styled } from 'styled-components';

const KEYS = [
  ['J / K', 'Next or previous submission'],
  ['A', 'Approve this submission, or all selected'],
  [`R, then 1 to ${REJECTION_REASONS.length}`, 'Reject this submission, or all selected, with a reason'],
  ['S', 'Send back with a note (once per submission)'],
  ['U', 'Undo the last decision until it’s sent'],
  ['X', 'Select or deselect this submission'],
  ['Shift + X', 'Select all or none'],
  ['?', 'Show this help'],
] as const;

export const ShortcutHelp = ({ onClose }: { onClose(): void }) => (
  <Modal title="Keyboard shortcuts" open onClose={onClose}>
    <List>
      {KEYS.map(([key, action]) => (
        <div key={key}>
          <dt>
            <KeyCap>{key}</KeyCap>
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </List>
    <p>
      A and R work once you’ve reached the end of the submission. Decisions are sent ten seconds after the last one, or
      when you leave this page.
    </p>
  </Modal>
);

const List = styled.dl`
  display: grid;
  gap: ${space(2)};
  margin: 0 0 ${space(4)};

  > div {
    display: grid;
    grid-template-columns: min(8.5rem, 40%) minmax(0, 1fr);
    gap: ${space(3)};
  }
  dd {
    margin: 0;
  }
`;
