import type { Testimonial } from '@piecework/contracts';
import { t } from '@piecework/i18n';
import { Avatar, Empty, Failure, Icon, Skeleton } from '@piecework/ui';
import { color, font, media, space, text } from '@piecework/ui/styles';
import { imageSrc, useReadOnce } from '@piecework/web-kit';
import { styled } from 'styled-components';
import { lazyCarousel } from './lazyCarousel';
import { MountWhenVisible } from './MountWhenVisible';
import { Section } from './Section';

/** Fits the longest quote that is not shrunk. */
const Stage = styled.div`
  min-height: 476px;

  ${media.tablet} { min-height: 456px; }
`;

const TestimonialFigure = styled.figure`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  align-items: center;
  justify-content: center;
  min-height: 420px;
  margin: 0;
  text-align: center;

  ${media.tablet} { min-height: 400px; }

  > svg { color: ${color.plum}; }

  blockquote {
    max-width: 28em;
    margin: 0;
    font: 500 ${text.h3} / 1.35 ${font.head};
    letter-spacing: -0.01em;
    text-wrap: pretty;

    ${media.tablet} { font-size: ${text.h2}; }
    ${media.desk} { font-size: ${text.h1}; }
  }
  figcaption {
    color: ${color.soft};
    font-size: ${text.lead};
  }
`;

const Quote = ({ testimonial }: { testimonial: Testimonial }) => (
  <TestimonialFigure>
    <Avatar name={testimonial.userName} src={imageSrc(testimonial.userPhoto, 160)} size={80} />
    <Icon name="quote" size={28} />
    <blockquote>{testimonial.quote}</blockquote>
    <figcaption translate="no">{testimonial.userName}</figcaption>
  </TestimonialFigure>
);

const TextPlaceholder = styled(TestimonialFigure)`
  > span { max-width: 28em; }
`;

const QuotePlaceholder = () => (
  <TextPlaceholder as="div">
    <Skeleton shape="text" count={3} />
  </TextPlaceholder>
);

const Placeholder = () => (
  <Stage>
    <QuotePlaceholder />
  </Stage>
);

const Carousel = lazyCarousel(<QuotePlaceholder />);

function TestimonialCarousel() {
  const testimonials = useReadOnce('GET /testimonials');
  if (testimonials.error) {
    return (
      <Failure
        title={t('The testimonials couldn’t be loaded')}
        text={testimonials.error.message}
        onRetry={testimonials.retry}
      />
    );
  }
  if (!testimonials.data) return <Placeholder />;
  if (testimonials.data.length === 0) {
    return (
      <Empty title={t('No testimonials yet')} text={t('What our clients say will appear here.')} seed="testimonials" />
    );
  }
  return (
    <Stage>
      <Carousel label={t('What our clients say')} spaceBetween={30} navigation pagination={false}>
        {testimonials.data.map((testimonial) => (
          <Quote key={testimonial._id} testimonial={testimonial} />
        ))}
      </Carousel>
    </Stage>
  );
}

export function Testimonials() {
  return (
    <Section id="testimonials" title={t('testimonial')} lead={t('---What Our Clients Say---')} sunk>
      <MountWhenVisible fallback={<Placeholder />}>
        <TestimonialCarousel />
      </MountWhenVisible>
    </Section>
  );
}
