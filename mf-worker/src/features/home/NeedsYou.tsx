import { t } from '@piecework/i18n';
import { space } from '@piecework/ui/styles';
import { useServerNow } from '@piecework/web-kit';
import { styled } from 'styled-components';
import { NeedList } from './NeedList';
import { type NeedSources, needsOf } from './needs';

/** P-11.10. */
export const NeedsYou = ({ sources }: { sources: NeedSources }) => {
  const needs = needsOf(sources, useServerNow());
  if (needs.length === 0) return null;
  return (
    <section aria-labelledby="needs-you">
      <Heading id="needs-you">{t('Needs you')}</Heading>
      <NeedList needs={needs} />
    </section>
  );
};

const Heading = styled.h2`
  margin: 0 0 ${space(3)};
`;
