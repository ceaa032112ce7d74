import { Stack } from '@piecework/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';

const Frame = styled(Stack)`
  outline: none;
`;

/** Takes the focus from the form that it replaces, which would be lost. */
export function Announced({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <Frame gap={5} ref={frame} tabIndex={-1}>
      {children}
    </Frame>
  );
}
