import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, Seam, Stack, space, text } from '../..';

const Name = styled.h3`
  color: ${color.soft};
  font-size: ${text.small};
  font-weight: 600;
  letter-spacing: 0;
`;

const Example = styled.div`
  display: grid;
  gap: ${space(3)};
  min-width: 0;

  > * { min-width: 0; }
`;

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Seam />
      <Stack gap={6}>
        <h2>{title}</h2>
        {children}
      </Stack>
    </section>
  );
}

export function Show({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Example>
      <Name>{name}</Name>
      <div>{children}</div>
    </Example>
  );
}
