import type { Mail } from '@piecework/contracts';
import { Button, Modal } from '@piecework/ui';
import { styled } from 'styled-components';

const Text = styled.pre`
  margin: 0;
  font: inherit;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

/** The plain part only: HTML of a mail never becomes part of a page of ours. */
export const MailDialog = ({ mail, onClose }: { mail: Mail; onClose: () => void }) => (
  <Modal
    title={mail.subject ?? mail.kind}
    open
    onClose={onClose}
    actions={
      <Button variant="secondary" onClick={onClose}>
        Close
      </Button>
    }
  >
    <Text>{mail.text}</Text>
  </Modal>
);
