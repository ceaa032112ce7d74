import {
  COINS_PER_DOLLAR,
  MIN_WITHDRAWAL_COINS,
  type Role,
  type SignUpRole,
  STARTING_COINS,
} from '@piecework/contracts/constants';
import { msg, t, translated } from '@piecework/i18n';
import { Coin, Icon } from '@piecework/ui';
import { color, font, media, motion, radius, shadow, space, text } from '@piecework/ui/styles';
import { useSession } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Piece, Quilt } from './Quilt';
import { Column } from './Section';

const NAVBAR = 66;
/**
 * Pixels of the next section that show below the fold: enough to hint at it, too little to be the largest contentful
 * paint.
 */
const PEEK = 32;

/** Fills the first screen: the first paint needs nothing else. */
const Frame = styled(Column)`
  display: grid;
  gap: ${space(8)};
  align-items: center;
  min-height: calc(100svh - ${NAVBAR + PEEK}px);
  padding-block: ${space(8)} ${space(8)};
  grid-template-rows: auto minmax(${space(32)}, 1fr);

  ${media.desk} {
    grid-template: auto / minmax(0, 1.15fr) minmax(0, 1fr);
    gap: ${space(16)};
  }

  /* Hovering a role link sews the piece on. */
  &:has(a:hover, a:focus-visible) ${Piece} { transform: none; }
`;

const Title = styled.h1`
  max-width: 13em;
  margin: 0;
  font: 700 clamp(2.125rem, 1.3rem + 3.6vw, 3.75rem) / 1.08 ${font.head};
  letter-spacing: -0.03em;
  text-wrap: balance;

  /* Four lines, also while the narrower fallback font would need three. */
  ${media.phone} { min-height: 4.32em; }
`;

const RoleLinks = styled.div`
  display: grid;
  gap: ${space(3)};
  margin-block-start: ${space(8)};

  ${media.tablet} { grid-template-columns: 1fr 1fr; gap: ${space(4)}; }
`;

const RoleLink = styled(Link)<{ $tone: string; $ground: string }>`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: ${space(1)} ${space(3)};
  align-content: start;
  padding: ${space(4)} ${space(5)};
  border: 1px solid ${({ $tone }) => $tone};
  border-radius: ${radius.card};
  outline: 2px dashed ${({ $tone }) => $tone};
  outline-offset: -7px;
  background: ${({ $ground }) => $ground};
  color: ${color.ink};
  text-decoration: none;
  transition: transform ${motion.fast}, box-shadow ${motion.fast};

  ${media.tablet} { padding: ${space(6)}; }

  &:hover { transform: translateY(-2px); box-shadow: ${shadow.float}; }
  &:focus-visible { outline: 3px solid ${color.primary}; outline-offset: 3px; }
  ${media.reducedMotion} { &:hover { transform: none; } }

  strong {
    font: 700 ${text.h3} / 1.2 ${font.head};
    color: ${({ $tone }) => $tone};
  }
  svg { color: ${({ $tone }) => $tone}; }
  span { grid-column: 1 / -1; }
  /* Three lines in every font and width, so that both links are equally high. */
  ${media.tablet} { span { min-height: 4.5em; } }
`;

const Terms = styled.p`
  display: flex;
  gap: ${space(2)};
  align-items: center;
  margin: ${space(5)} 0 0;
  color: ${color.soft};
  font-size: ${text.body};
`;

const Picture = styled.div`
  position: relative;
  align-self: stretch;
  min-height: 0;
  overflow: hidden;
  border-radius: ${radius.card};

  > svg { position: absolute; inset: 0; }

  ${media.desk} {
    align-self: center;
    aspect-ratio: 1;
    overflow: visible;
  }
`;

/** What each role does most: title, address, text. */
const WORK: Readonly<Record<Role, readonly [string, string, string]>> = {
  worker: [msg('Find a task'), 'workerTaskList', msg('Pick a task, submit your work, get paid on approval.')],
  buyer: [msg('Post a task'), 'buyerAddTask', msg('Describe the work, set the pay, approve the results.')],
  admin: [msg('Manage tasks'), 'manageTask', msg('Review posted tasks and remove what doesn’t belong.')],
};

interface RoleCardProps {
  to: string;
  title: string;
  isPrimary?: boolean;
  children: ReactNode;
}

const RoleCard = ({ to, title, isPrimary, children }: RoleCardProps) => (
  <RoleLink
    to={to}
    $tone={isPrimary ? color.primary : color.sage}
    $ground={isPrimary ? color.primarySoft : color.sageBg}
  >
    <strong>{title}</strong>
    <Icon name="next" />
    <span>{children}</span>
  </RoleLink>
);

const Links = () => {
  const { status, user } = useSession();
  if (user) {
    const [title, path, text] = WORK[user.userRole];
    return (
      <>
        <RoleCard to={`/dashboard/${path}`} title={translated(title)}>
          {translated(text)}
        </RoleCard>
        <RoleCard to="/dashboard" title={t('Your dashboard')} isPrimary>
          {t('Your coins and your work are right where you left them.')}
        </RoleCard>
      </>
    );
  }
  const pathOf = (role: SignUpRole) => (status === 'new' ? '/selectRole' : `/register?role=${role}`);
  return (
    <>
      <RoleCard to={pathOf('worker')} title={t('Earn coins')}>
        {t('Pick a task, submit your work, get paid on approval. You start with {coins} coins.', {
          coins: STARTING_COINS.worker,
        })}
      </RoleCard>
      <RoleCard to={pathOf('buyer')} title={t('Get work done')} isPrimary>
        {t('Post a task, set the pay, approve the results. You start with {coins} coins.', {
          coins: STARTING_COINS.buyer,
        })}
      </RoleCard>
    </>
  );
};

export function LandingIntro() {
  return (
    <Frame as="section" aria-label={t('What Piecework is')}>
      <div>
        <Title>{t('Piecework turns big jobs into small tasks, and every task pays.')}</Title>
        <RoleLinks>
          <Links />
        </RoleLinks>
        <Terms>
          <Coin />
          <span>
            {t('{coins} coins = $1. Withdraw from {minimum} coins.', {
              coins: COINS_PER_DOLLAR,
              minimum: MIN_WITHDRAWAL_COINS,
            })}
          </span>
        </Terms>
      </div>
      <Picture>
        <Quilt />
      </Picture>
    </Frame>
  );
}
