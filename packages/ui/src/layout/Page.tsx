import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { formatCoins } from '../format';
import { color, font, media, space, text } from '../tokens';
import { Row, Stack } from './containers';
import type { Elements } from './elements';

interface PageProps {
  title: ReactNode;
  count?: number | undefined;
  lead?: ReactNode;
  actions?: ReactNode;
  children?: Elements;
}

const Title = styled.h1`
  font-size: ${text.h1};
  text-wrap: balance;

  ${media.phone} { font-size: 1.75rem; }
`;

const Count = styled.span`
  margin-inline-start: 0.4em;
  color: ${color.soft};
  font: 500 0.62em / 1 ${font.head};
  font-variant-numeric: tabular-nums;
`;

const Lead = styled.p`
  max-width: 66ch;
  margin: ${space(2)} 0 0;
  color: ${color.soft};
  font-size: ${text.lead};
`;

/** Actions may render nothing. */
const Actions = styled(Row)`
  &:empty { display: none; }

  ${media.phone} {
    gap: ${space(2)};
    > :is(a, button) { padding-inline: ${space(3)}; }
  }
`;

/** One h1 per page. */
export function Page({ title, count, lead, actions, children }: PageProps) {
  return (
    <Stack gap={6}>
      <Row as="header" justify="space-between" align="flex-end" gap={4}>
        <div>
          <Title>
            <span>{title}</span>
            {count !== undefined && <Count translate="no">{formatCoins(count)}</Count>}
          </Title>
          {lead && <Lead as={typeof lead === 'string' ? 'p' : 'div'}>{lead}</Lead>}
        </div>
        {actions && <Actions>{actions}</Actions>}
      </Row>
      {children}
    </Stack>
  );
}
