import type { LegalText } from '@piecework/contracts';
import type { LegalDocument } from '@piecework/contracts/constants';
import { currentLanguage, t } from '@piecework/i18n';
import { EmailLink, Failure, formatDate, LinkedText, Skeleton } from '@piecework/ui';
import { color, font, media, space, text } from '@piecework/ui/styles';
import { usePageTitle, useReadOnce } from '@piecework/web-kit';
import { Fragment } from 'react';
import { styled } from 'styled-components';
import { Column } from '../home/Section';

const titles = (): Record<LegalDocument, string> => ({
  terms: t('Terms'),
  privacy: t('Privacy'),
  contact: t('Contact'),
});

/** A text of the operator (P-10.12). */
export default function LegalPage({ document }: { document: LegalDocument }) {
  const title = titles()[document];
  usePageTitle(title);
  const query = { language: currentLanguage() };
  const legal = useReadOnce('GET /legal/{document}', { params: { document }, query });
  if (legal.data) return <Written legal={legal.data} />;
  return (
    <Frame>
      <h1>{title}</h1>
      {legal.error ? (
        <Failure title={t('This text couldn’t be loaded')} onRetry={legal.retry} />
      ) : (
        <Skeleton shape="text" count={8} />
      )}
    </Frame>
  );
}

const Written = ({ legal: { title, version, language, document, blocks } }: { legal: LegalText }) => (
  <Frame lang={language}>
    <h1>{title}</h1>
    {document !== 'contact' && <Since>{t('In force since {day}', { day: formatDate(version) })}</Since>}
    {blocks.map((block, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other identity
      <Block key={at} block={block} />
    ))}
  </Frame>
);

const Block = ({ block }: { block: LegalText['blocks'][number] }) => {
  if ('items' in block)
    return (
      <ul>
        {block.items.map((item) => (
          <li key={item}>
            <Linked text={item} />
          </li>
        ))}
      </ul>
    );
  if (block.kind === 'heading') return <h2>{block.text}</h2>;
  return (
    <p>
      <Linked text={block.text} />
    </p>
  );
};

/** Also with the address of the operator. */
const Linked = ({ text }: { text: string }) => {
  const { supportEmail } = useReadOnce('GET /config').data ?? {};
  const [before = '', ...after] = supportEmail ? text.split(supportEmail) : [text];
  return (
    <>
      <LinkedText text={before} />
      {after.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
        <Fragment key={at}>
          <EmailLink address={supportEmail ?? ''} />
          <LinkedText text={part} />
        </Fragment>
      ))}
    </>
  );
};

const Frame = styled(Column)`
  max-width: 46rem;
  padding-block: ${space(10)} ${space(16)};
  overflow-wrap: anywhere;

  ${media.desk} { padding-block: ${space(16)} ${space(24)}; }

  h1 { margin: 0; font: 700 ${text.display} / 1.1 ${font.head}; letter-spacing: -0.03em; }
  h2 { margin: ${space(8)} 0 ${space(2)}; font: 600 ${text.h3} / 1.3 ${font.head}; }
  p { margin: ${space(3)} 0 0; line-height: 1.6; }
  ul { display: grid; gap: ${space(2)}; margin: ${space(2)} 0 0; padding-inline-start: 1.2em; line-height: 1.6; }
`;
const Since = styled.p`
  && { color: ${color.soft}; font-size: ${text.small}; }
`;
