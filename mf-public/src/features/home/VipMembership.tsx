import { localDigits, msg, t, translated } from '@piecework/i18n';
import { Button, Icon } from '@piecework/ui';
import { color, font, media, radius, space, text } from '@piecework/ui/styles';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { Section } from './Section';

interface VipPackage {
  name: string;
  price: string;
  per: string;
  benefits: readonly string[];
}

const YEARLY: VipPackage = {
  name: msg('Yearly'),
  price: '99.99',
  per: msg('per Year'),
  benefits: [
    msg('Withdrawals processed within 12 hours'),
    msg('A 7% bonus on every completed task'),
    msg('One free task promotion per month (for buyers)'),
    msg('A VIP badge'),
    msg('Access to exclusive high-paying and premium tasks'),
    msg('Priority customer support'),
  ],
};

const MONTHLY: VipPackage = {
  name: msg('Monthly'),
  price: '500',
  // Not a typing error: P-10.6.
  per: msg('per Year'),
  benefits: [
    msg('Withdrawals within 12 hours'),
    msg('Priority approval of task submissions'),
    msg('A 5% bonus on every completed task'),
    msg('Exclusive premium tasks'),
    msg('VIP support'),
    msg('A VIP badge'),
  ],
};

const Cards = styled.div`
  display: grid;
  gap: ${space(6)};

  ${media.tablet} { grid-template-columns: 1fr 1fr; }
`;

const Card = styled.article<{ $isHighlighted: boolean }>`
  display: flex;
  flex-direction: column;
  gap: ${space(5)};
  padding: ${space(7)} ${space(6)};
  border: 1px solid ${({ $isHighlighted }) => ($isHighlighted ? color.plum : color.line)};
  border-radius: ${radius.card};
  outline: ${({ $isHighlighted }) => ($isHighlighted ? `2px dashed ${color.plum}` : 'none')};
  outline-offset: -9px;
  background: ${({ $isHighlighted }) => ($isHighlighted ? color.plumBg : color.surface)};

  ${media.desk} { padding: ${space(9)}; }

  h3 {
    margin: 0;
    color: ${({ $isHighlighted }) => ($isHighlighted ? color.plum : color.ink)};
    font-size: ${text.h3};
  }
  ${({ $isHighlighted }) => $isHighlighted && `a, a:hover { border-color: ${color.plum}; background: ${color.plum}; color: ${color.plumBg}; }`}
`;

const Price = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: baseline;
  margin: 0;
  color: ${color.soft};

  strong {
    color: ${color.ink};
    font: 700 ${text.display} / 1 ${font.head};
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.03em;
  }
`;

const Benefits = styled.ul<{ $isHighlighted: boolean }>`
  display: grid;
  flex: 1;
  gap: ${space(3)};
  align-content: start;
  margin: 0;
  padding: 0;
  list-style: none;

  li { display: flex; gap: ${space(3)}; }
  svg { flex: none; margin-block-start: 0.2em; color: ${({ $isHighlighted }) => ($isHighlighted ? color.plum : color.sage)}; }
`;

function VipCard({ pack, isHighlighted = false }: { pack: VipPackage; isHighlighted?: boolean }) {
  return (
    <Card $isHighlighted={isHighlighted}>
      <h3>{translated(pack.name)}</h3>
      <Price>
        <strong>{localDigits(`$${pack.price}`)}</strong> <span>{translated(pack.per)}</span>
      </Price>
      <Benefits $isHighlighted={isHighlighted}>
        {pack.benefits.map((benefit) => (
          <li key={benefit}>
            <Icon name={isHighlighted ? 'star' : 'check'} />
            <span>{translated(benefit)}</span>
          </li>
        ))}
      </Benefits>
      <Button as={Link} to="/" variant={isHighlighted ? 'primary' : 'secondary'}>
        {t('Subscribe Now')}
      </Button>
    </Card>
  );
}

export function VipMembership() {
  return (
    <Section
      id="vip"
      title={t('VIP Membership')}
      lead={t('For people who work every day: get paid faster and earn more.')}
    >
      <Cards>
        <VipCard pack={YEARLY} isHighlighted />
        <VipCard pack={MONTHLY} />
      </Cards>
    </Section>
  );
}
