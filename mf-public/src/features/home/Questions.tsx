import { t } from '@piecework/i18n';
import { Button } from '@piecework/ui';
import { Link } from '@piecework/web-kit/router';
import { QuestionGroups } from '../questions/QuestionGroups';
import { Section } from './Section';

export function Questions() {
  return (
    <Section
      id="questions"
      title={t('Q/A')}
      lead={t('What people ask before they start.')}
      sunk
      more={
        <Button as={Link} to="/qa" variant="secondary">
          {t('Open the Q/A page')}
        </Button>
      }
    >
      <QuestionGroups heading="h3" />
    </Section>
  );
}
