// Runs inline before the bundle: requests the addresses, the signed-in user and the first area's manifest, and
// preloads its files in parallel with the shell's (0.4 s earlier on a slow connection).
((w, d) => {
  const storage = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = storage('piecework:theme');
  if (theme === 'light' || theme === 'dark') d.documentElement.dataset.theme = theme;

  // The fonts are as large as half of the scripts, which they would delay: before they are in the cache, they load after the page.
  if (!storage('piecework:fonts')) {
    d.documentElement.dataset.fonts = 'later';
    w.addEventListener('load', () => {
      delete d.documentElement.dataset.fonts;
      try {
        localStorage.setItem('piecework:fonts', 'loaded');
      } catch {
        // The next page defers them again.
      }
    });
  }

  const json = (url, headers) =>
    fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(8000), headers }).then((answer) => {
      if (!answer.ok) throw Error(`${url} answered ${answer.status}`);
      return answer.json();
    });
  const preload = (href, as, crossOrigin = 'anonymous') => {
    const link = d.createElement('link');
    Object.assign(link, { rel: 'preload', as, crossOrigin, href });
    d.head.append(link);
  };
  // Only for the role that was last signed in here.
  const token = storage('access-token');
  const role = token && storage('piecework:role');
  // The languages besides English: LANGUAGES of packages/i18n.
  const language = storage('piecework:language');
  const isTranslated = /^(bn)$/.test(language);
  if (isTranslated) d.documentElement.lang = language;
  // Selects among the prerendered first views (docs/adr/0049), which are English; early-view.js adds the role.
  d.documentElement.dataset.viewer = isTranslated ? '' : token ? 'user' : 'visitor';
  // The shortcuts of an installed Piecework are those of the role.
  if (/^(worker|buyer|admin)$/.test(role)) d.querySelector('[rel=manifest]').href = `/${role}.webmanifest`;
  // After the page: it is only for the next one (docs/adr/0065). Without HTTPS there are no workers.
  w.addEventListener('load', () => w.navigator.serviceWorker?.register('/offline-worker.js').catch(() => {}));
  const isDashboard = /^\/dashboard(\/|$)/.test(w.location.pathname);
  // The build inserts the shell's dashboard files. Requested without CORS, as webpack does.
  if (isDashboard && role) for (const file of '__dashboard__') preload(`/${file}`, 'script', null);

  const claims = () => JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
  const isFresh = () => {
    try {
      return claims().exp * 1000 > Date.now() + 60_000;
    } catch {
      return false;
    }
  };
  const early = {
    directory: json('/remotes.json'),
    manifests: {},
    reads: {},
    // A token that is about to expire is renewed first, by the session.
    token: token && isFresh() ? token : null,
    role,
    name: storage('piecework:name'),
  };
  w.__early = early;
  early.user =
    early.token &&
    early.directory
      .then(({ gateway }) =>
        json(`${gateway}/user?email=${encodeURIComponent(claims().email)}`, { authorization: `Bearer ${token}` }),
      )
      .catch(() => undefined);
  early.directory
    .then(({ remotes }) => {
      // The first remote of the role, or the owner of the public page (page-owners.ts).
      const known = Object.values(remotes).filter(({ manifest }) => manifest);
      const segment = w.location.pathname.toLowerCase().split('/')[1];
      const ownerOf = (key) =>
        known.find(
          ({ manifest: { role, pages } }) => !role && pages.some((page) => page.split('/')[0].toLowerCase() === key),
        );
      const owner = isDashboard
        ? known.find(({ manifest }) => role && manifest.role === role)
        : (ownerOf(segment) ?? ownerOf('*'));
      if (!owner) return;
      const url = owner.entry;
      early.manifests[url] = json(url);
      return early.manifests[url].then(({ metaData, exposes }) => {
        const base = url.replace(/[^/]*$/, '');
        const { path, name } = metaData.remoteEntry;
        preload(base + (path ? `${path}/` : '') + name, 'script');
        const { js, css } = exposes[0].assets;
        for (const file of js.sync) preload(base + file, 'script');
        for (const file of css.sync) preload(base + file, 'style');
      });
    })
    .catch(() => {});
})(window, document);
