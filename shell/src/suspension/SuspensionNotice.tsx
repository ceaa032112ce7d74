import type { User } from '@piecework/contracts';
import { suspensionSentence } from '@piecework/contracts/constants';
import { t, translated, withNodes } from '@piecework/i18n';
import { Button, LinkedText, Notice, Row, Stack } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { loadable } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { useState } from 'react';
import { styled } from 'styled-components';

const AppealDialog = loadable(() => import('./AppealDialog'), null);

type Suspension = NonNullable<User['suspension']>;

/** Why the account is suspended, until when, what still works, and the appeal. */
export default function SuspensionNotice({ suspension }: { suspension: Suspension }) {
  const { reasonCode, text, until, appeal } = suspension;
  const [isAppealing, setAppealing] = useState(false);
  return (
    <Place aria-label={t('Suspension')}>
      <Notice tone="warn">
        <Stack gap={3}>
          <strong>{t('Your account is suspended')}</strong>
          <span>{translated(suspensionSentence(reasonCode))}</span>
          {text && (
            <Quote>
              <LinkedText text={text} />
            </Quote>
          )}
          <span>
            {until
              ? withNodes(t('It ends automatically: {when}.'), { when: <Moment at={until} form="both" /> })
              : t('It has no end date. An admin can lift it.')}
          </span>
          <span>
            {t(
              'You can still sign in and read everything that’s yours. Your tasks are paused, payouts wait, and deadlines continue. When the suspension ends, everything is as before.',
            )}
          </span>
          {appeal ? (
            <AppealState appeal={appeal} />
          ) : (
            <Row>
              <Button variant="secondary" size="small" onClick={() => setAppealing(true)}>
                {t('Appeal')}
              </Button>
            </Row>
          )}
        </Stack>
      </Notice>
      {isAppealing && <AppealDialog onClose={() => setAppealing(false)} />}
    </Place>
  );
}

const AppealState = ({ appeal }: { appeal: NonNullable<Suspension['appeal']> }) =>
  appeal.state === 'open' ? (
    <span>
      {withNodes(t('You appealed {when}. Another admin will decide.'), { when: <Moment at={appeal.filedAt} /> })}
    </span>
  ) : (
    <>
      <span>
        {appeal.decidedAt
          ? withNodes(t('Your appeal was decided {when}: the suspension stays.'), {
              when: <Moment at={appeal.decidedAt} />,
            })
          : t('Your appeal was decided: the suspension stays.')}
      </span>
      {appeal.note && (
        <Quote>
          <LinkedText text={appeal.note} />
        </Quote>
      )}
    </>
  );

const Place = styled.section`
  margin-bottom: ${space(6)};
`;

const Quote = styled.blockquote`
  max-width: 68ch;
  margin: 0;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;
