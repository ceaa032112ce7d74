import type { Task } from '@piecework/contracts';
import { msg, t, translated } from '@piecework/i18n';
import { Empty, Failure, Picture, Skeleton } from '@piecework/ui';
import { clampedTo, font, media, radius, space, text } from '@piecework/ui/styles';
import { imageSrc, imageSrcSet, useReadOnce } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { useEffect } from 'react';
import { css, styled } from 'styled-components';
import { lazyCarousel } from './lazyCarousel';
import { MountWhenVisible } from './MountWhenVisible';
import { Column } from './Section';
import { useTaskPath } from './useTaskPath';

const SLIDES = 3;
const AUTOPLAY_MS = 2500;
const SPACE_BETWEEN = 30;

/** P-10.2. */
const height = css`
  height: 300px;
  ${media.tablet} { height: 450px; }
  ${media.desk} { height: 550px; }
`;

const minHeight = css`
  min-height: 300px;
  ${media.tablet} { min-height: 450px; }
  ${media.desk} { min-height: 550px; }
`;

const Frame = styled.div`
  padding-block: ${space(4)} ${space(12)};
`;

/** Pixels of the carousel's controls below the slides. */
const CONTROLS_HEIGHT = 56;

/** Placeholders fill the height of the slides, and more where their text needs it. */
const Stage = styled.div`
  margin-block-end: ${CONTROLS_HEIGHT}px;

  > * { ${minHeight} align-content: center; }
  > [aria-hidden] { ${height} }
`;

const Slide = styled.article`
  ${height}
  position: relative;
  overflow: hidden;
  border-radius: ${radius.card};
  background: #14110d;
`;

const Backdrop = styled(Picture)`
  position: absolute;
  inset: 0;
  aspect-ratio: auto;
`;

/** Contrast of white text is at least 5:1, even over a white photo. */
const Caption = styled.div`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  justify-content: flex-end;
  padding: ${space(6)};
  background: linear-gradient(rgb(20 17 13 / 0.3), rgb(20 17 13 / 0.64) 36%, rgb(20 17 13 / 0.9));
  color: #fff;

  ${media.tablet} { padding: ${space(12)}; }

  h2 {
    ${clampedTo(3)}
    max-width: 20em;
    margin: 0;
    font: 700 ${text.h2} / 1.15 ${font.head};
    text-wrap: balance;

    ${media.tablet} { font-size: ${text.h1}; }
    ${media.desk} { font-size: ${text.display}; }
  }
  a { color: inherit; text-decoration: none; }
  a:hover { text-decoration: underline; text-underline-offset: 0.15em; }
  a:focus-visible { outline-color: #fff; }

  p {
    ${clampedTo(3)}
    max-width: 60ch;
    margin: ${space(3)} 0 0;
    font-size: ${text.body};

    ${media.tablet} { font-size: ${text.lead}; }
  }
`;

const LABEL = msg('Newest tasks');

/** A landmark from the start, so that a screen reader can go to it: that mounts the carousel. */
const Placeholder = () => (
  <Stage role="region" aria-label={translated(LABEL)} aria-busy>
    <Skeleton shape="card" />
  </Stage>
);

const Carousel = lazyCarousel(<Placeholder />);

function HeroSlide({ task }: { task: Task }) {
  const taskPath = useTaskPath();
  return (
    <Slide>
      <Backdrop
        src={imageSrc(task.taskImageURL, 1280)}
        srcSet={imageSrcSet(task.taskImageURL)}
        sizes="(min-width: 1280px) 1232px, 100vw"
        seed={task._id}
      />
      <Caption>
        <h2>
          <Link to={taskPath + task._id}>{task.taskTitle}</Link>
        </h2>
        <p>{task.taskDetail}</p>
      </Caption>
    </Slide>
  );
}

function Slides() {
  const tasks = useReadOnce('GET /tasks', { query: { open: '1', limit: SLIDES } });
  useEffect(() => void Carousel.preload(), []);
  if (tasks.error) {
    return (
      <Stage>
        <Failure title={t('The newest tasks couldn’t be loaded')} text={tasks.error.message} onRetry={tasks.retry} />
      </Stage>
    );
  }
  if (!tasks.data) return <Placeholder />;
  if (tasks.data.length === 0) {
    return (
      <Stage>
        <Empty
          title={t('Be the first to post')}
          text={t('There are no tasks yet. Buyers post them here.')}
          seed="hero"
        />
      </Stage>
    );
  }
  return (
    <Carousel
      label={translated(LABEL)}
      autoplayMs={AUTOPLAY_MS}
      spaceBetween={SPACE_BETWEEN}
      centered
      navigation
      pagination
    >
      {tasks.data.slice(0, SLIDES).map((task) => (
        <HeroSlide key={task._id} task={task} />
      ))}
    </Carousel>
  );
}

export function Hero() {
  return (
    <Frame>
      <Column>
        <MountWhenVisible fallback={<Placeholder />}>
          <Slides />
        </MountWhenVisible>
      </Column>
    </Frame>
  );
}
