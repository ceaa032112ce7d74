import { styled } from 'styled-components';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { quietText } from '../mixins';
import { color, radius, space } from '../tokens';

interface MeterProps {
  label: string;
  value: number;
  max: number;
  /** The value in words, below the bar. */
  children: string;
}

/** How far a value has come. */
export function Meter({ label, value, max, children }: MeterProps) {
  const shown = Math.min(Math.max(0, value), max);
  return (
    <div>
      <VisuallyHidden as="meter" aria-label={label} min={0} max={max} value={shown} aria-valuetext={children} />
      <Track aria-hidden>
        <Bar $percent={Math.round((100 * shown) / max)} />
      </Track>
      <Words aria-hidden>{children}</Words>
    </div>
  );
}

const Track = styled.div`
  height: ${space(3)};
  overflow: hidden;
  border: 1px solid ${color.edge};
  border-radius: ${radius.full};
  background: ${color.surface};
`;
/** A class per percent, and no inline style: the first views are HTML, whose policy forbids them. */
const Bar = styled.span<{ $percent: number }>`
  display: block;
  width: ${({ $percent }) => $percent}%;
  height: 100%;
  background: ${color.sage};
`;
const Words = styled.p`
  ${quietText}
  margin: ${space(2)} 0 0;
`;
