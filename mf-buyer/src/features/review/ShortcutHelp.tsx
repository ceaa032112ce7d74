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

const PAGE_KEYS = [
  ['J / K', 'Next or previous page'],
  ['1 to 9, 0', 'Choose an answer, the tenth with 0; once more or Esc to choose none'],
  ['A', 'Approve the answers that agree in every compared field, or the chosen ones'],
  [`R, then 1 to ${REJECTION_REASONS.length}`, 'Reject the chosen answers, or the only one left, with a reason'],
  ['S', 'Send the chosen answer back with a note (once per answer)'],
  ['Z', 'Enlarge the picture'],
  ['U', 'Undo the last decision until it’s sent'],
  ['Shift + X', 'Choose all answers or none'],
  ['?', 'Show this help'],
] as const;

interface ShortcutHelpProps {
  /** Of a batch. */
  isPage: boolean;
  onClose(): void;
}

export const ShortcutHelp = ({ isPage, onClose }: ShortcutHelpProps) => (
  <Modal title="Keyboard shortcuts" open onClose={onClose}>
    <List>
      {(isPage ? PAGE_KEYS : KEYS).map(([key, action]) => (
        <div key={key}>
          <dt>
            <KeyCap>{key}</KeyCap>
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </List>
    <p>
      {`A and R work once you’ve reached the end of the ${isPage ? 'page' : 'submission'}. Decisions are sent ten seconds after the last one, or when you leave this page.`}
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
