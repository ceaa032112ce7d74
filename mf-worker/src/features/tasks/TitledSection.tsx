import { Stack, text } from '@piecework/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

export const TitledSection = ({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) => (
  <Stack as="section" gap={2} aria-labelledby={id}>
    <Title id={id}>{title}</Title>
    {children}
  </Stack>
);

const Title = styled.h2`
  margin: 0;
  font-size: ${text.h3};
`;
