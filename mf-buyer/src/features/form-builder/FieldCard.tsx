import { Icon, IconButton } from '@piecework/ui';
import { clampedTo, color, font, media, plainButton, radius, sheet, space, text } from '@piecework/ui/styles';
import type { PointerEventHandler } from 'react';
import { styled } from 'styled-components';
import { FieldSettings } from './FieldSettings';
import type { FieldDraft } from './field-draft';
import { type BatchFile, KIND_LABELS } from './kinds';
import { type FieldList, idOf, nameOf } from './useFieldList';

interface FieldCardProps {
  draft: FieldDraft;
  at: number;
  count: number;
  name: string;
  /** By their places in the field. */
  faults: ReadonlyMap<string, string>;
  isOpen: boolean;
  isDragged: boolean;
  file: BatchFile | undefined;
  list: FieldList;
  onDrag: PointerEventHandler;
}

export const FieldCard = ({
  draft,
  at,
  count,
  name,
  faults,
  isOpen,
  isDragged,
  file,
  list,
  onDrag,
}: FieldCardProps) => {
  const title = nameOf(draft, at);
  const mover = (by: -1 | 1) => {
    const isAtEnd = at + by < 0 || at + by >= count;
    return {
      id: idOf(draft, by < 0 ? 'up' : 'down'),
      label: `Move ${by < 0 ? 'up' : 'down'}: ${title}`,
      'aria-disabled': isAtEnd || undefined,
      onClick: () => {
        if (!isAtEnd) list.move(draft.id, by);
      },
    };
  };
  return (
    <Card data-field={draft.id} data-dragged={isDragged || undefined} data-faulty={faults.size > 0 || undefined}>
      <Head>
        <Handle onPointerDown={onDrag} title="Drag to reorder">
          <Icon name="menu" />
        </Handle>
        <Toggle
          type="button"
          id={idOf(draft, 'toggle')}
          aria-expanded={isOpen}
          aria-controls={idOf(draft, 'settings')}
          onClick={() => list.toggle(draft.id)}
        >
          <Icon name="next" size="1rem" />
          <Title>{`${at + 1}. ${title}`}</Title>
          <small>{`${KIND_LABELS[draft.kind]}${draft.required ? '' : ', optional'}`}</small>
          {faults.size > 0 && !isOpen && (
            <Fault>
              <Icon name="alert" />
              <span>Needs a change</span>
            </Fault>
          )}
        </Toggle>
        <Tools>
          <IconButton icon="previous" {...mover(-1)} />
          <IconButton icon="next" {...mover(1)} />
          <IconButton icon="delete" label={`Delete: ${title}`} onClick={() => list.remove(draft.id)} />
        </Tools>
      </Head>
      <div id={idOf(draft, 'settings')} hidden={!isOpen}>
        {isOpen && <FieldSettings draft={draft} name={name} faults={faults} file={file} onChange={list.change} />}
      </div>
    </Card>
  );
};

const Card = styled.li`
  ${sheet}
  background: ${color.paper};
  min-width: 0;

  &[data-faulty] { border-color: ${color.madder}; }
  &[data-dragged] { border-color: ${color.primary}; background: ${color.primarySoft}; }
  > div:last-child { padding: ${space(2)} ${space(4)} ${space(3)}; }
`;
const Head = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  padding: ${space(1)};

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) auto;
  }
`;
/** Only for pointers: the buttons do the same. On a phone it would take the room of the label, and the list scrolls. */
const Handle = styled.span`
  display: grid;
  place-items: center;
  width: 36px;
  height: 44px;
  color: ${color.soft};
  cursor: grab;
  touch-action: none;

  [data-dragged] & { cursor: grabbing; }
  ${media.phone} { display: none; }
`;
const Toggle = styled.button`
  ${plainButton}
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 ${space(2)};
  align-items: center;
  min-height: 44px;
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius.control};
  text-align: start;

  &:hover { background: ${color.sunk}; }
  &[aria-expanded='true'] > svg { rotate: 90deg; }
  small { grid-column: 2; color: ${color.soft}; font-size: ${text.small}; }
`;
const Title = styled.strong`
  font: 600 ${text.body} / 1.35 ${font.body};
  overflow-wrap: anywhere;

  [aria-expanded='false'] > & {
    ${clampedTo(2)}
  }
`;
const Fault = styled.span`
  display: flex;
  grid-column: 2;
  gap: ${space(1)};
  align-items: center;
  color: ${color.madder};
  font-size: ${text.small};
  font-weight: 600;
`;
const Tools = styled.div`
  display: flex;

  [aria-disabled] { opacity: 0.4; cursor: not-allowed; }
  > :not(:last-child) svg { rotate: 90deg; }
`;
