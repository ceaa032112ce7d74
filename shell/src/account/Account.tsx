import { currentLanguage, setLanguage, t, translated } from '@piecework/i18n';
import { Avatar, Balance, Icon, Menu, type MenuEntry } from '@piecework/ui';
import { media, quietText, space } from '@piecework/ui/styles';
import { imageSrc, loadable, useReadOnce, useSession, useTheme } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { useState } from 'react';
import { styled } from 'styled-components';
import { LANGUAGE_CHOICES } from '../site/LanguageSwitch';
import { AccountPlace } from './AccountPlace';
import { logOut } from './logOut';

const AboutBox = loadable(() => import('./AboutBox'), null);
const ChangePassword = loadable(() => import('./ChangePassword'), null);

/** Beside a long balance the name shrinks. */
const Frame = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-width: 0;

  > :last-child {
    min-width: 0;

    > button {
      max-width: 100%;
    }
  }
`;
/** On a phone below 390 px or with large text only the picture is shown; the name is in the label and the menu. */
const Person = styled.span`
  display: block;
  min-width: 0;
  text-align: start;
  line-height: 1.25;
  @container (max-width: 21.4rem) {
    display: none;
  }
`;
const Name = styled.span`
  display: block;
  max-width: 14rem;
  overflow: hidden;
  font-weight: 600;
  text-overflow: ellipsis;
  white-space: nowrap;
  ${media.phone} {
    max-width: 4.25rem;
  }
`;
const Chevron = styled(Icon)`
  transform: rotate(90deg);
`;
const Role = styled.span`
  ${quietText}
  display: block;
  overflow: hidden;
  text-overflow: ellipsis;
  text-transform: capitalize;
`;
const MenuHeader = styled.div`
  display: grid;
  font-weight: 600;

  span {
    ${quietText}
    font-weight: 400;
  }
`;

const useThemeEntries = (): MenuEntry[] => {
  const { choice, setChoice } = useTheme();
  const entry = (value: typeof choice, label: string, icon?: MenuEntry['icon']): MenuEntry => ({
    label,
    checked: choice === value,
    onSelect: () => setChoice(value),
    ...(icon && { icon }),
  });
  return [
    { ...entry('system', t('System theme'), 'progress'), seam: true },
    entry('light', t('Light theme'), 'sun'),
    entry('dark', t('Dark theme'), 'moon'),
  ];
};

const languageEntries = (): MenuEntry[] =>
  LANGUAGE_CHOICES.map(([code, name], at) => ({
    label: name,
    lang: code,
    icon: 'language',
    seam: at === 0,
    checked: code === currentLanguage(),
    onSelect: () => setLanguage(code),
  }));

export default function Account({ showsRole = false }: { showsRole?: boolean }) {
  const user = useSession((state) => state.user);
  const identity = useSession((state) => state.identity);
  const themes = useThemeEntries();
  const [dialog, setDialog] = useState<'about' | 'password'>();
  const closeDialog = () => setDialog(undefined);
  const { supportEmail } = useReadOnce('GET /config').data ?? {};

  if (!user && !identity) return <AccountPlace />;
  const name = user?.userName ?? identity?.displayName ?? '';
  const role = showsRole && user ? translated(user.userRole) : undefined;
  const photo = user?.userPhotoURL ?? identity?.photoURL;
  const items: MenuEntry[] = [
    ...(user
      ? [
          { label: t('Profile'), icon: 'account', as: Link, to: '/dashboard/profile' } as const,
          { label: t('Security'), icon: 'lock', as: Link, to: '/dashboard/security' } as const,
          { label: t('Coin statement'), icon: 'payments', as: Link, to: '/dashboard/statement' } as const,
        ]
      : []),
    ...(user?.userRole === 'buyer'
      ? [{ label: t('API keys'), icon: 'trail', as: Link, to: '/dashboard/apiKeys' } as const]
      : []),
    { label: t('Change password'), icon: 'edit', onSelect: () => setDialog('password') },
    ...(supportEmail
      ? [{ label: t('Contact support'), icon: 'email', as: 'a', href: `mailto:${supportEmail}` } as const]
      : []),
    { label: t('About Piecework'), icon: 'info', onSelect: () => setDialog('about') },
    ...themes,
    ...languageEntries(),
    { label: t('Log out'), icon: 'out', seam: true, onSelect: () => void logOut() },
  ];
  return (
    <Frame>
      <Balance value={user?.userAvailableCoin ?? 0} />
      <Menu
        openOnHover
        label={role ? t('{name} {role}, account', { name, role }) : t('{name}, account', { name })}
        header={
          <MenuHeader>
            <div translate="no">{name}</div>
            <span translate="no">{user?.userEmail ?? identity?.email}</span>
          </MenuHeader>
        }
        trigger={
          <>
            <Avatar name={name} src={photo && imageSrc(photo, 80)} size={40} />
            <Person>
              <Name title={name} translate="no">
                {name}
              </Name>{' '}
              {role && <Role>{role}</Role>}
            </Person>
            <Chevron name="next" size="0.9em" />
          </>
        }
        items={items}
      />
      {dialog === 'about' && <AboutBox onClose={closeDialog} />}
      {dialog === 'password' && <ChangePassword onClose={closeDialog} />}
    </Frame>
  );
}
