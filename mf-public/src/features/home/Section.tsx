import type { Elements } from '@piecework/ui';
import { color, media, pageWidth, space, text } from '@piecework/ui/styles';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

export const Column = styled.div`
  width: 100%;
  max-width: ${pageWidth};
  margin-inline: auto;
  padding-inline: ${space(4)};

  ${media.tablet} { padding-inline: ${space(6)}; }
`;

const Band = styled.section<{ $sunk: boolean }>`
  padding-block: ${space(12)};
  background: ${({ $sunk }) => ($sunk ? color.sunk : 'none')};

  ${media.desk} { padding-block: ${space(18)}; }
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)} ${space(6)};
  align-items: flex-end;
  justify-content: space-between;
  margin-block-end: ${space(6)};

  ${media.desk} { margin-block-end: ${space(9)}; }
`;

const Title = styled.h2`
  margin: 0;
  font-size: ${text.h2};
  text-wrap: balance;

  ${media.tablet} { font-size: ${text.h1}; }
`;

const Lead = styled.p`
  max-width: 60ch;
  margin: ${space(1)} 0 0;
  color: ${color.soft};
  font-size: ${text.lead};
`;

interface SectionProps {
  id: string;
  title: string;
  lead?: ReactNode;
  more?: Elements;
  sunk?: boolean;
  children: Elements;
}

export function Section({ id, title, lead, more, sunk = false, children }: SectionProps) {
  return (
    <Band aria-labelledby={id} $sunk={sunk}>
      <Column>
        <Head>
          <div>
            <Title id={id}>{title}</Title>
            {lead && <Lead>{lead}</Lead>}
          </div>
          {more}
        </Head>
        {children}
      </Column>
    </Band>
  );
}
