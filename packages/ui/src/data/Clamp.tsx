import { t } from '@piecework/i18n';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { clampedTo, plainButton } from '../mixins';
import { color } from '../tokens';
import { LinkedText } from './LinkedText';

const ClampedText = styled.div<{ $lines: number | false }>`
  overflow-wrap: anywhere;
  white-space: pre-line;
  ${({ $lines }) => $lines && clampedTo($lines)}
`;

const More = styled.button`
  ${plainButton}
  padding: 2px 0;
  color: ${color.primary};
  font-weight: 600;
  text-decoration: underline;
  text-underline-offset: 0.2em;
`;

/** In px, less than a line: the glyphs of a fall-back font may be taller than theirs, also after it is replaced. */
const GLYPHS = 8;

/** Shows a button when the text is longer than `lines`. Plain text only; its addresses are links. */
export function Clamp({ text, lines = 2 }: { text: string; lines?: number }) {
  const [open, setOpen] = useState(false);
  const [overflows, setOverflows] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text and the lines
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || open) return;
    const measure = () => setOverflows(element.scrollHeight > element.clientHeight + GLYPHS);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, lines, open]);

  return (
    <div>
      <ClampedText ref={box} id={id} $lines={open ? false : lines}>
        {/* An empty second line would waste the clamp. */}
        <LinkedText text={open ? text : text.replace(/\n\s+/g, '\n')} />
      </ClampedText>
      {(overflows || open) && (
        <More type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? t('Show less') : t('Read all')}
        </More>
      )}
    </div>
  );
}
