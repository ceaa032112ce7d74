import { rich, t } from '@piecework/i18n';
import { Button, Mark } from '@piecework/ui';
import { color, font, media, space, text } from '@piecework/ui/styles';
import { usePageTitle, useReadOnce } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { Column } from '../home/Section';
import { useTaskList } from '../home/useTaskPath';
import { QuestionGroups } from './QuestionGroups';

const Frame = styled(Column)`
  padding-block: ${space(10)} ${space(16)};

  ${media.desk} { padding-block: ${space(16)} ${space(24)}; }
`;

const Heading = styled.header`
  display: grid;
  justify-items: center;
  gap: ${space(2)};
  margin-block-end: ${space(10)};
  text-align: center;

  ${media.desk} { margin-block-end: ${space(14)}; }

  p { margin: 0; color: ${color.soft}; font-size: ${text.lead}; }
  h1 { margin: 0; font: 700 ${text.display} / 1.1 ${font.head}; letter-spacing: -0.03em; }
`;

const More = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)} ${space(5)};
  align-items: center;
  margin: ${space(14)} 0 0;
  padding-block-start: ${space(8)};
  border-block-start: 2px dashed ${color.line};
  color: ${color.soft};
  font-size: ${text.lead};
`;

const Support = styled.p`
  margin: ${space(5)} 0 0;
  color: ${color.soft};
  font-size: ${text.lead};
  overflow-wrap: anywhere;
`;

export default function QuestionsPage() {
  usePageTitle(t('Q/A'));
  const { supportEmail } = useReadOnce('GET /config').data ?? {};
  return (
    <Frame>
      <Heading>
        <Mark size={44} />
        <p>{t('How Piecework works, and how it pays')}</p>
        <h1>{t('Q/A')}</h1>
      </Heading>
      <QuestionGroups heading="h2" />
      <More>
        <span>{t('The best way to learn is to do a task.')}</span>
        <Button as={Link} to={useTaskList()} variant="secondary">
          {t('Browse tasks')}
        </Button>
      </More>
      {supportEmail && (
        <Support>
          {rich(
            'Didn’t find your question? Write to <a>{email}</a>.',
            { a: (children) => <a href={`mailto:${supportEmail}`}>{children}</a> },
            { email: supportEmail },
          )}
        </Support>
      )}
    </Frame>
  );
}
