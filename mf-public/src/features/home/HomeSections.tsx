import { FeaturedTasks } from './FeaturedTasks';
import { Hero } from './Hero';
import { Questions } from './Questions';
import { Testimonials } from './Testimonials';
import { TopEarners } from './TopEarners';
import { VipMembership } from './VipMembership';

/** The six sections of the home, in the order of P-10.1. */
export default function HomeSections() {
  return (
    <>
      <Hero />
      <TopEarners />
      <Testimonials />
      <FeaturedTasks />
      <Questions />
      <VipMembership />
    </>
  );
}
