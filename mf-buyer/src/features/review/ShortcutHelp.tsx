import { Modal, space } from '@piecework/ui';
import { styled } from 'styled-components';
import { KeyCap } from '../submissions/KeyCap';

const KEYS = [
  ['J / K', 'Next, previous submission'],
  ['A', 'Approve: this one, or all selected'],
  ['R, then 1 to 7', 'Reject with a reason: this one, or all selected'],
  ['S', 'Send back with a note, once'],
  ['U', 'Undo the last decision, while it is held'],
  ['X', 'Select, or unselect, this one'],
  ['Shift + X', 'Select all, or none'],
  ['?', 'This help'],
] as const;

export const ShortcutHelp = ({ onClose }: { onClose(): void }) => (
  <Modal title="Keys" open onClose={onClose}>
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
      A and R decide once the end of the answer has been in view. Decisions are sent ten seconds after the
      last one, and when you leave this page.
    </p>
  </Modal>
);

const List = styled.dl`
  display: grid;
  gap: ${space(2)};
  margin: 0 0 ${space(4)};

  > div {
    display: grid;
    grid-template-columns: 8.5rem minmax(0, 1fr);
    gap: ${space(3)};
  }
  dd {
    margin: 0;
  }
`;
