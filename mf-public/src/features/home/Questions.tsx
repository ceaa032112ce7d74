import { Button } from '@piecework/ui';
import { Link } from '@piecework/web-kit/router';
import { QuestionGroups } from '../questions/QuestionGroups';
import { Section } from './Section';

export function Questions() {
  return (
    <Section
      id="questions"
      title="Q/A"
      lead="What people ask before they start."
      sunk
      more={
        <Button as={Link} to="/qa" variant="secondary">
          Open the Q/A page
        </Button>
      }
    >
      <QuestionGroups heading="h3" />
    </Section>
  );
}
