import { t } from '@piecework/i18n';
import { createGlobalStyle, styled } from 'styled-components';
import { Button } from '../actions/Button';
import { Modal } from '../actions/Modal';
import { Wordmark } from '../brand/Mark';
import type { Elements } from '../layout/elements';
import { color, space, text } from '../tokens';

interface ReceiptProps {
  /** @default 'Receipt' */
  title?: string;
  onClose(): void;
  /** Before the button that prints. */
  actions?: Elements;
  children: Elements;
}

/** A dialog that prints its content and nothing around it. */
export const Receipt = ({ title = t('Receipt'), onClose, actions, children }: ReceiptProps) => (
  <Modal
    title={title}
    open
    onClose={onClose}
    actions={
      <>
        <Button variant="secondary" onClick={onClose}>
          {t('Done')}
        </Button>
        {actions}
        <Button variant="primary" onClick={() => window.print()}>
          {t('Print')}
        </Button>
      </>
    }
  >
    <PrintReceiptOnly />
    <PrintedReceipt className={PRINTED}>
      <Wordmark />
      {children}
    </PrintedReceipt>
  </Modal>
);

const PRINTED = 'printed-receipt';

/* Black on white in both themes, and one page however long the list behind it is. */
const PrintReceiptOnly = createGlobalStyle`
  @media print {
    html, body { height: 100%; overflow: hidden; background: #fff !important; }
    body * { visibility: hidden; }
    .${PRINTED}, .${PRINTED} * { visibility: visible; }
    .${PRINTED} {
      position: fixed;
      inset: 0;
      max-width: 36rem;
      background: #fff;
      color: #000;
      --ink: #000;
      --soft: #000;
      --line: #999;
      --sunk: #fff;
      --sage: #000;
      --sage-bg: #fff;
      --marigold: #000;
      --marigold-bg: #fff;
    }
  }
`;
const PrintedReceipt = styled.div`
  display: grid;
  gap: ${space(4)};
  align-content: start;

  hr { margin: 0; }
  p { margin: 0; color: ${color.soft}; }
  code { overflow-wrap: anywhere; font-size: ${text.small}; }
`;
