import { styled } from 'styled-components';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { color, radius } from '../tokens';

export interface Share {
  name: string;
  value: number;
  /** Absent: an empty share. */
  ink?: string;
}

/** A small bar of shares. `children`: the shares in words, for screen readers and the pointer. */
export function ShareBar({ shares, children }: { shares: readonly Share[]; children: string }) {
  return (
    <>
      <Bar aria-hidden title={children}>
        {shares
          .filter(({ value }) => value > 0)
          .map(({ name, value, ink }) => (
            <span key={name} style={{ flexGrow: value, ...(ink && { background: ink, borderColor: ink }) }} />
          ))}
      </Bar>
      <VisuallyHidden>{children}</VisuallyHidden>
    </>
  );
}

const Bar = styled.div`
  display: flex;
  gap: 1px;
  width: 6rem;
  height: 8px;
  overflow: hidden;
  border-radius: ${radius.control};

  span {
    flex-basis: 3px;
    border: 1px solid ${color.edge};
  }
`;
