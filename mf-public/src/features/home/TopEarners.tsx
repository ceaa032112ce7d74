import type { PublicUser } from '@piecework/contracts';
import { TOP_EARNERS } from '@piecework/contracts/constants';
import { localDigits, t } from '@piecework/i18n';
import { Avatar, Coins, Empty, Failure, VisuallyHidden } from '@piecework/ui';
import { color, font, media, space, text } from '@piecework/ui/styles';
import { imageSrc, useReadOnce } from '@piecework/web-kit';
import { styled } from 'styled-components';
import { lazyCarousel } from './lazyCarousel';
import { MountWhenVisible } from './MountWhenVisible';
import { Section } from './Section';

const SPACE_BETWEEN = 20;
/** Slides per view from each width on: P-10.3. */
const BREAKPOINTS = { 640: { slidesPerView: 1 }, 768: { slidesPerView: 2 }, 1024: { slidesPerView: 3 } };

/** Heights in px, from rank 1 to 6. */
const PLINTHS = [132, 104, 84, 68, 56, 48] as const;
const TONES = [
  [color.marigold, color.marigoldBg],
  [color.primary, color.primarySoft],
  [color.sage, color.sageBg],
] as const;
const DEFAULT_TONE = [color.soft, color.sunk] as const;

const Stage = styled.div`
  height: 380px;

  > :not(section) { height: 324px; overflow: hidden; align-content: center; }
`;

const Step = styled.article`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  align-items: center;
  justify-content: flex-end;
  height: 324px;
  text-align: center;
`;

const Name = styled.h3`
  max-width: 100%;
  margin: ${space(2)} 0 0;
  overflow-wrap: anywhere;
  font: 600 ${text.lead} / 1.2 ${font.head};
`;

const Plinth = styled.div<{ $height: number; $tone: string; $ground: string }>`
  display: grid;
  place-items: center;
  width: 100%;
  height: ${({ $height }) => $height}px;
  margin-block-start: ${space(3)};
  border-block-start: 3px solid ${({ $tone }) => $tone};
  background:
    repeating-linear-gradient(90deg, ${({ $tone }) => $tone} 0 8px, transparent 8px 14px) 0 6px / 100% 1.5px no-repeat,
    ${({ $ground }) => $ground};
  color: ${({ $tone }) => $tone};
  font: 700 ${text.h2} / 1 ${font.head};
  font-variant-numeric: tabular-nums;

  ${media.desk} { font-size: ${text.h1}; }
`;

function Earner({ user, rank }: { user: PublicUser; rank: number }) {
  const [tone, ground] = TONES[rank - 1] ?? DEFAULT_TONE;
  return (
    <Step>
      <Avatar name={user.userName} src={imageSrc(user.userPhotoURL, 160)} size={88} />
      <Name translate="no">{user.userName}</Name>
      <Coins amount={user.userAvailableCoin ?? 0} size="lead" />
      <Plinth $height={PLINTHS[rank - 1] ?? 48} $tone={tone} $ground={ground} aria-hidden>
        {localDigits(String(rank))}
      </Plinth>
    </Step>
  );
}

/** The answer for an admin holds every user, that for a worker also their own record (P-8.2). */
export const topEarners = (users: readonly PublicUser[]): PublicUser[] =>
  users
    .filter((user) => user.userRole === 'worker')
    .sort((a, b) => (b.userAvailableCoin ?? 0) - (a.userAvailableCoin ?? 0))
    .slice(0, TOP_EARNERS);

const PlaceholderSteps = styled.div`
  display: grid;
  gap: ${SPACE_BETWEEN}px;

  > :nth-child(n + 2) { display: none; }
  @media (min-width: 768px) { grid-template-columns: 1fr 1fr; > :nth-child(2) { display: flex; } }
  ${media.desk} { grid-template-columns: repeat(3, 1fr); > :nth-child(3) { display: flex; } }
`;

const AvatarPlaceholder = styled.div`
  width: 88px;
  height: 88px;
  margin-block-end: ${space(14)};
  border-radius: 50%;
  background: ${color.sunk};
`;

const StepsPlaceholder = () => (
  <>
    <PlaceholderSteps>
      {PLINTHS.slice(0, 3).map((height) => (
        <Step key={height}>
          <AvatarPlaceholder />
          <Plinth $height={height} $tone={color.line} $ground={color.sunk} />
        </Step>
      ))}
    </PlaceholderSteps>
    <VisuallyHidden>{t('Loading')}</VisuallyHidden>
  </>
);

const Placeholder = () => (
  <Stage>
    <StepsPlaceholder />
  </Stage>
);

const Carousel = lazyCarousel(<StepsPlaceholder />);

function Earners() {
  const users = useReadOnce('GET /users', { query: { role: 'worker', sort: 'coins', limit: TOP_EARNERS } });
  if (users.error) {
    return (
      <Stage>
        <Failure title={t('The top earners couldn’t be loaded')} text={users.error.message} onRetry={users.retry} />
      </Stage>
    );
  }
  if (!users.data) return <Placeholder />;
  const earners = topEarners(users.data);
  if (earners.length === 0) {
    return (
      <Stage>
        <Empty
          title={t('No top earners yet')}
          text={t('The first workers to earn coins will appear here.')}
          seed="earners"
        />
      </Stage>
    );
  }
  return (
    <Stage>
      <Carousel
        label={t('The six workers with the most coins')}
        spaceBetween={SPACE_BETWEEN}
        breakpoints={BREAKPOINTS}
        navigation={false}
        pagination
      >
        {earners.map((user, index) => (
          <Earner key={user._id ?? user.userName} user={user} rank={index + 1} />
        ))}
      </Carousel>
    </Stage>
  );
}

export function TopEarners() {
  return (
    <Section id="top-earners" title={t('Top earned worker')} lead={t('The six workers with the most coins today.')}>
      <MountWhenVisible fallback={<Placeholder />}>
        <Earners />
      </MountWhenVisible>
    </Section>
  );
}
