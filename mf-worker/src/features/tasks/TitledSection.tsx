import { type Elements, Stack } from '@piecework/ui';
import { text } from '@piecework/ui/styles';
import { styled } from 'styled-components';

export const TitledSection = ({ id, title, children }: { id: string; title: string; children: Elements }) => (
  <Stack as="section" gap={2} aria-labelledby={id}>
    <Title id={id}>{title}</Title>
    {children}
  </Stack>
);

const Title = styled.h2`
  font-size: ${text.h3};
`;
