import { type Elements, Stack, text } from '@piecework/ui';
import { styled } from 'styled-components';

export const TitledSection = ({ id, title, children }: { id: string; title: string; children: Elements }) => (
  <Stack as="section" gap={2} aria-labelledby={id}>
    <Title id={id}>{title}</Title>
    {children}
  </Stack>
);

const Title = styled.h2`
  margin: 0;
  font-size: ${text.h3};
`;
