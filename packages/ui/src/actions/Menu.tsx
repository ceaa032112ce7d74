import {
  type ElementType,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icon-paths';
import { plainButton, sheet } from '../mixins';
import { color, media, motion, radius, shadow, space } from '../tokens';

export interface MenuEntry {
  label: string;
  /** Language of the label, when it is not the page's. */
  lang?: string;
  icon?: IconName;
  onSelect?(): void;
  /** Renders a link: `as: Link, to: '…'`, or `as: 'a', href: '…'`. */
  as?: ElementType;
  to?: string;
  href?: string;
  disabled?: boolean;
  checked?: boolean;
  seam?: boolean;
}

export interface MenuProps {
  /** Accessible name; must contain the visible text of the trigger. */
  label: string;
  trigger: ReactNode;
  items: readonly MenuEntry[];
  /** Not focusable. */
  header?: ReactNode;
  /** Opens on hover too (P-9.3). */
  openOnHover?: boolean;
}

const Frame = styled.div`
  position: relative;
  display: inline-block;
`;

const Trigger = styled.button`
  ${plainButton}
  display: inline-flex;
  gap: ${space(2)};
  align-items: center;
  min-width: 44px;
  min-height: 44px;
  padding: ${space(1)} ${space(2)};
  justify-content: center;
  border-radius: ${radius.control};
  transition: background ${motion.fast};

  &:hover, &[aria-expanded='true'] { background: ${color.sunk}; }
`;

/** The transparent edge keeps the hover between trigger and panel. */
const Drop = styled.div<{ $above: boolean }>`
  position: absolute;
  z-index: 50;
  ${({ $above }) => ($above ? 'bottom: 100%' : 'top: 100%')};
  inset-inline-end: 0;
  padding: ${space(1)} 0;
`;

const Panel = styled.div`
  ${sheet}
  width: max-content;
  min-width: min(14rem, calc(100vw - ${space(8)}));
  max-width: min(20rem, calc(100vw - ${space(8)}));
  ${media.tall} {
    max-height: calc(100dvh - ${space(20)});
    overflow-y: auto;
  }
  padding: ${space(2)};
  color: ${color.ink};
  box-shadow: ${shadow.float};
`;

const Header = styled.div`
  margin-bottom: ${space(2)};
  padding: ${space(2)} ${space(3)} ${space(3)};
  border-bottom: 2px dashed ${color.line};
  overflow-wrap: anywhere;
`;

const Item = styled.button<{ $seam: boolean }>`
  ${plainButton}
  display: flex;
  gap: ${space(3)};
  align-items: center;
  width: 100%;
  min-height: 44px;
  padding: ${space(2)} ${space(3)};
  border-radius: ${radius.control};
  color: inherit;
  text-align: start;
  text-decoration: none;
  ${({ $seam }) => $seam && `margin-top: ${space(4)}; position: relative;`}

  ${({ $seam }) =>
    $seam &&
    `&::before { content: ''; position: absolute; inset: -${space(2)} 0 auto; border-top: 2px dashed ${color.line}; }`}

  &:hover, &:focus { background: ${color.primarySoft}; }
  &:focus-visible { outline-offset: -2px; }
  &[aria-disabled='true'] { opacity: 0.5; cursor: not-allowed; }

  > :last-child:not(:first-child):is(svg) { margin-inline-start: auto; }
`;

const entries = (panel: HTMLElement | null): HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

/** The entry that a key moves the focus to. */
function target(all: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return all[(at + 1) % all.length];
  if (key === 'ArrowUp') return all[(at <= 0 ? all.length : at) - 1];
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const startsWithKey = (entry: HTMLElement) => entry.textContent?.toLowerCase().startsWith(key.toLowerCase());
  return [...all.slice(at + 1), ...all.slice(0, at + 1)].find(startsWithKey);
}

/** Shifts the panel sideways into the window. */
const keepInWindow = (element: HTMLElement) => {
  const shift = Number.parseFloat(element.style.translate) || 0;
  const box = element.getBoundingClientRect();
  const left = box.left - shift;
  const beyond = Math.max(box.right - shift - document.documentElement.clientWidth, 0);
  element.style.translate = `${left < 0 ? -left : -beyond}px`;
};

type OpenedBy = 'no' | 'hover' | 'press';

/** Menu button of the ARIA patterns: arrows, Home, End, first letters, Escape; returns the focus. */
export function Menu({ label, trigger, items, header, openOnHover = false }: MenuProps) {
  const [opened, setOpened] = useState<OpenedBy>('no');
  const [above, setAbove] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const drop = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const focusLast = useRef(false);
  const id = useId();
  const isOpen = opened !== 'no';

  const open = (by: OpenedBy, last = false) => {
    const room = window.innerHeight - (button.current?.getBoundingClientRect().bottom ?? 0);
    setAbove(room < 56 * items.length && room < window.innerHeight / 3);
    focusLast.current = last;
    setOpened(by);
  };
  const close = (returnFocus: boolean) => {
    setOpened('no');
    if (returnFocus) button.current?.focus();
  };

  // With large text the panel may be wider than the room beside its trigger. The trigger moves with the page, which then changes its height.
  useEffect(() => {
    const element = drop.current;
    if (!isOpen || !element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => keepInWindow(element));
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [isOpen]);

  useEffect(() => {
    if (opened !== 'press') return;
    entries(panel.current)
      .at(focusLast.current ? -1 : 0)
      ?.focus();
  }, [opened]);

  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: PointerEvent) => {
      if (!frame.current?.contains(event.target as Node)) setOpened('no');
    };
    // On the document: a menu opened by hover does not have the focus.
    const onEscape = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && setOpened('no');
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', onEscape);
    };
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open('press', event.key === 'ArrowUp');
      return;
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      close(true);
      return;
    }
    const next = target(entries(panel.current), event.key);
    if (!next) return;
    event.preventDefault();
    setOpened('press');
    next.focus();
  };

  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !frame.current?.contains(event.relatedTarget)) setOpened('no');
  };

  return (
    <Frame
      ref={frame}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onPointerEnter={(event) => openOnHover && event.pointerType === 'mouse' && !isOpen && open('hover')}
      onPointerLeave={(event) => event.pointerType === 'mouse' && opened === 'hover' && setOpened('no')}
    >
      <Trigger
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (opened === 'press' ? close(true) : open('press'))}
      >
        {trigger}
      </Trigger>
      {isOpen && (
        <Drop ref={drop} $above={above}>
          <Panel>
            {header && <Header>{header}</Header>}
            <div ref={panel} id={id} role="menu" aria-label={label}>
              {items.map((entry) => (
                <Entry key={entry.label} entry={entry} onDone={() => close(true)} />
              ))}
            </div>
          </Panel>
        </Drop>
      )}
    </Frame>
  );
}

function Entry({ entry, onDone }: { entry: MenuEntry; onDone(): void }) {
  const { label, lang, icon, onSelect, as, to, href, disabled, checked, seam = false } = entry;
  const select = () => {
    if (disabled) return;
    // Before `onSelect`, so that a dialog opened by the entry returns the focus to the trigger.
    onDone();
    onSelect?.();
  };
  return (
    <Item
      {...(as ? { as, to, href } : { type: 'button' as const })}
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-disabled={disabled}
      tabIndex={-1}
      onClick={select}
      $seam={seam}
    >
      {icon && <Icon name={icon} />}
      <span lang={lang}>{label}</span>
      {checked && <Icon name="check" />}
    </Item>
  );
}
