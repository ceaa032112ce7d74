import { t } from '@piecework/i18n';
import { createContext, type MouseEvent, type ReactNode, useContext, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import type { Elements } from '../layout/elements';
import { sheet } from '../mixins';
import { color, font, media, shadow, space, text } from '../tokens';
import { IconButton } from './IconButton';
import { useModalDialog } from './useModalDialog';

interface ModalProps {
  title: ReactNode;
  open: boolean;
  onClose(): void;
  /** For content in columns. */
  wide?: boolean;
  children?: ReactNode;
  actions?: Elements;
}

const Sheet = styled.dialog<{ $wide: boolean }>`
  ${sheet}
  width: min(${({ $wide }) => ($wide ? '80rem' : '36rem')}, calc(100vw - ${space(8)}));
  max-height: calc(100dvh - ${space(8)});
  margin: auto;
  padding: 0;
  color: ${color.ink};
  box-shadow: ${shadow.float};
  overflow: auto;
  overscroll-behavior: contain;
  /* The focused control is not under the sticky head or foot. */
  ${media.tall} { scroll-padding-block: 4.5rem 6rem; }

  &::backdrop { background: var(--veil); }

  ${media.phone} {
    width: 100%;
    max-width: 100%;
    margin: auto 0 0;
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
`;

/* No <header> and <footer>: outside of main they are landmarks of the page. */
const Head = styled.div`
  ${media.tall} {
    position: sticky;
    top: 0;
    z-index: 1;
  }
  display: flex;
  gap: ${space(4)};
  align-items: center;
  justify-content: space-between;
  padding: ${space(4)} ${space(3)} ${space(4)} ${space(6)};
  border-bottom: 2px dashed ${color.line};
  background: ${color.surface};

  h2 { margin: 0; font: 600 ${text.h3} / 1.2 ${font.head}; overflow-wrap: anywhere; }
`;

const Body = styled.div`
  padding: ${space(5)} ${space(6)};
  overflow-wrap: anywhere;
`;

const Foot = styled.div`
  &:not(:has(> :not(:empty))) { display: none; }
  ${media.tall} {
    position: sticky;
    bottom: 0;
  }
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  justify-content: flex-end;
  padding: ${space(4)} ${space(6)};
  border-top: 2px dashed ${color.line};
  background: ${color.surface};
`;

const Slot = styled.div`
  display: contents;
`;

const ActionSlot = createContext<HTMLElement | null>(null);

/** Renders the buttons of a form within a `Modal` into its foot, which stays in view. A submit button names its form (`form`). */
export const ModalActions = ({ children }: { children: ReactNode }) => {
  const slot = useContext(ActionSlot);
  return slot && createPortal(children, slot);
};

function OpenModal({ title, onClose, wide = false, children, actions }: Omit<ModalProps, 'open'>) {
  const sheet = useModalDialog();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const titleId = useId();

  const outside = (event: MouseEvent<HTMLDialogElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (event.target === event.currentTarget && !inside) onClose();
  };

  return (
    <Sheet
      ref={sheet}
      $wide={wide}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={outside}
    >
      <Head>
        <h2 id={titleId}>{title}</h2>
        <IconButton label={t('Close')} icon="close" onClick={onClose} />
      </Head>
      <Body>
        <ActionSlot value={slot}>{children}</ActionSlot>
      </Body>
      <Foot>
        {actions}
        <Slot ref={setSlot} />
      </Foot>
    </Sheet>
  );
}

/** Native <dialog>: the page behind it is inert, Escape closes it. */
export function Modal({ open, ...rest }: ModalProps) {
  return open ? <OpenModal {...rest} /> : null;
}
