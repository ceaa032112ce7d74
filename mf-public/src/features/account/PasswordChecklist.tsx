import { PASSWORD_LENGTH, PASSWORD_SPECIALS } from '@piecework/contracts/constants';
import { lengthOf } from '@piecework/contracts/text';
import { t } from '@piecework/i18n';
import { Icon, VisuallyHidden } from '@piecework/ui';
import { color, space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';

/** The requirements of the password rule, one by one for the checklist. */
const passwordRequirements = (): readonly { name: string; isMet: (password: string) => boolean }[] => [
  {
    name: t('{count} characters', { count: PASSWORD_LENGTH.min }),
    isMet: (password) => lengthOf(password) >= PASSWORD_LENGTH.min,
  },
  { name: t('a lowercase letter'), isMet: (password) => /[a-z]/.test(password) },
  { name: t('an uppercase letter'), isMet: (password) => /[A-Z]/.test(password) },
  { name: t('a number'), isMet: (password) => /\d/.test(password) },
  {
    name: t('one of {characters}', { characters: PASSWORD_SPECIALS }),
    isMet: (password) => [...password].some((character) => PASSWORD_SPECIALS.includes(character)),
  },
];

const Requirements = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(4)};
  margin: ${space(2)} 0 0;
  padding: 0;
  font-size: ${text.small};
  list-style: none;
`;

const Requirement = styled.li<{ $isMet: boolean }>`
  display: inline-flex;
  gap: ${space(1)};
  align-items: center;
  color: ${({ $isMet }) => ($isMet ? color.sage : color.soft)};
  font-weight: ${({ $isMet }) => ($isMet ? 600 : 400)};
`;

const UnmetMark = styled.span`
  width: 10px;
  height: 10px;
  margin: 3px;
  border: 1.5px dashed ${color.edge};
  border-radius: 50%;
`;

/** Announces the unmet requirements to screen readers. */
export function PasswordChecklist({ password }: { password: string }) {
  const requirements = passwordRequirements();
  const missing = requirements.filter(({ isMet }) => !isMet(password)).map(({ name }) => name);
  const announcement =
    missing.length === 0
      ? t('The password meets all requirements.')
      : t('Still missing: {requirements}.', { requirements: missing.join(', ') });
  return (
    <div>
      <Requirements aria-label={t('Password requirements')}>
        {requirements.map(({ name, isMet }) => (
          <Requirement key={name} $isMet={isMet(password)}>
            {isMet(password) ? <Icon name="check" size={16} /> : <UnmetMark aria-hidden />}
            <span>{name}</span>
            {isMet(password) && <VisuallyHidden>{` ${t('(done)')}`}</VisuallyHidden>}
          </Requirement>
        ))}
      </Requirements>
      <VisuallyHidden role="status">{password && announcement}</VisuallyHidden>
    </div>
  );
}
