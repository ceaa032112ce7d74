import { Avatar, Card, Coins, Picture, Stack } from '../..';
import { Carousel } from '../../carousel';
import { Section, Show } from './Section';

export function Carousels() {
  return (
    <Section title="Carousel">
      <Show name="One slide in view, autoplay">
        <Carousel label="Tasks" autoplayMs={2500} spaceBetween={30} centered>
          {['one', 'two', 'three'].map((seed) => (
            <Picture key={seed} seed={seed} alt={`Task ${seed}`} ratio="3/1" />
          ))}
        </Carousel>
      </Show>
      <Show name="Several slides in view">
        <Carousel
          label="Top earned worker"
          spaceBetween={20}
          navigation={false}
          breakpoints={{ 640: { slidesPerView: 1 }, 768: { slidesPerView: 2 }, 1024: { slidesPerView: 3 } }}
        >
          {['Amina', 'Bilal', 'Chandra', 'Dipa', 'Emon', 'Farah'].map((name, at) => (
            <Card key={name}>
              <Stack align="center">
                <Avatar name={name} size={96} alt={name} />
                <Coins amount={9000 - at * 1234} size="h2" />
              </Stack>
            </Card>
          ))}
        </Carousel>
      </Show>
    </Section>
  );
}
