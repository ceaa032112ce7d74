import { Card, type Elements, Stack } from '@piecework/ui';
import { space, text } from '@piecework/ui/styles';
import { useId } from 'react';
import { styled } from 'styled-components';

/** Of the cards about one's own account. */
export const CardColumn = styled(Stack)`
  max-width: 40rem;
`;

const Title = styled.h2`
  margin: 0 0 ${space(3)};
  font-size: ${text.h3};
`;

export function TitledCard({ title, children }: { title: string; children: Elements }) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </Card>
  );
}
