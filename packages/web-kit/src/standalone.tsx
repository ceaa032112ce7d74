import { baseOf } from '@piecework/federation/page-addresses';
import { addTexts, LANGUAGE_KEY, loadCatalogue, loadTranslation, t, translated } from '@piecework/i18n';
import '@piecework/ui/global.css';
import { Button, Failure, FormCard, Loader, Notice, PasswordField, Stack, TextField } from '@piecework/ui';
import {
  ApiError,
  localStore,
  onNavigate,
  type RemoteModule,
  routesOf,
  session,
  setGateway,
  useSession,
} from '@piecework/web-kit';
import { FactorPrompt } from '@piecework/web-kit/factor';
import { QueryClientProvider, queryClient } from '@piecework/web-kit/query';
import { BrowserRouter, Navigate, NavLink, useNavigate, useRoutes } from '@piecework/web-kit/router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Runs a remote without the shell: menu, pages and sign-in against the gateway of its own `/remotes.json`. */
export const renderStandalone = async (remote: RemoteModule): Promise<void> => {
  document.documentElement.lang = localStore.get(LANGUAGE_KEY) ?? 'en';
  // The catalogue of the packages: in a page of the shell, the shell loads it.
  await loadTranslation({ bn: () => import('./standalone-bn') });
  await loadCatalogue(remote.catalogues);
  await addTexts(remote.manifest.texts);
  const root = createRoot(document.getElementById('root') as HTMLElement);
  try {
    const { gateway } = (await (await fetch('/remotes.json')).json()) as { gateway: string };
    setGateway(gateway);
  } catch {
    root.render(
      <Failure
        title={t('Gateway address not found')}
        text={t('This server didn’t return a valid /remotes.json.')}
        onRetry={() => location.reload()}
      />,
    );
    return;
  }
  void session.start();
  root.render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Frame remote={remote} />
        <FactorPrompt />
      </BrowserRouter>
    </QueryClientProvider>,
  );
};

function Frame({ remote }: { remote: RemoteModule }) {
  const { role, title, menu } = remote.manifest;
  const base = baseOf(role);
  const first = menu[0];
  const navigate = useNavigate();
  useEffect(() => onNavigate((path) => void navigate(path)), [navigate]);
  return useRoutes([
    {
      path: `${role ? base : ''}/*`,
      element: (
        <Guard isPublic={role === null}>
          <nav aria-label={`${title} ${remote.version}`}>
            {menu.map(({ to, label }) => (
              <Button key={to} as={NavLink} variant="quiet" to={`${base}/${to}`}>
                {translated(label)}
              </Button>
            ))}
          </nav>
          <main>
            <Pages remote={remote} />
          </main>
        </Guard>
      ),
    },
    ...(first ? [{ path: '*', element: <Navigate to={`${base}/${first.to}`} replace /> }] : []),
  ]);
}

const Pages = ({ remote }: { remote: RemoteModule }) => useRoutes(routesOf(remote));

function Guard({ isPublic, children }: { isPublic: boolean; children: ReactNode }) {
  const status = useSession((state) => state.status);
  if (isPublic || status === 'signed-in') return children;
  return status === 'loading' ? <Loader /> : <SignIn />;
}

function SignIn() {
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    try {
      await session.signIn({ email: String(fields.get('email')), password: String(fields.get('password')) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    }
  };
  return (
    <FormCard onSubmit={submit}>
      <Stack>
        <h1>{t('Sign in to this area')}</h1>
        {failure && <Notice tone="bad">{translated(failure)}</Notice>}
        <TextField label={t('Email')} name="email" type="email" autoComplete="username" required />
        <PasswordField label={t('Password')} name="password" autoComplete="current-password" required />
        <Button variant="primary" type="submit">
          {t('Sign in')}
        </Button>
      </Stack>
    </FormCard>
  );
}
