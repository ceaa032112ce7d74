// Runs inline behind the prerendered first views (docs/adr/0049): notes the last pressed button, puts the stored name into
// the view of this viewer, and requests what its page will read.
((w, d) => {
  const early = w.__early;
  const note = (button) => {
    early.pressed = button ?? early.pressed;
  };
  const all = d.getElementById('first-view');
  const { dataset } = d.documentElement;
  all.addEventListener('click', ({ target }) => note(target.closest('button')));
  all.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Enter' && target.name) note(target.closest('[data-for]').querySelector('[type=submit]'));
  });

  const views = [...d.querySelectorAll('#first-view > [data-for]')];
  const view = early.token && views.find((one) => one.dataset.for === early.role);
  if (!view) {
    // Without a view for this viewer, the loading mark shows.
    if (!views.some((one) => one.dataset.for === dataset.viewer)) all.textContent = '';
    return;
  }

  const [first, ...rest] = (early.name ?? '…').split(' ');
  const texts = d.createTreeWalker(view, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.data.includes('{')) text.data = text.data.replace('{first}', first).replace('{rest}', rest.join(' '));
  }

  // The views are English: a page in another language, which has no viewer, only sends the requests of its view.
  if (!dataset.viewer) all.textContent = '';
  // Not before: the name may change the height of a line.
  else dataset.viewer += ` ${early.role}`;

  const headers = { authorization: `Bearer ${early.token}` };
  for (const path of JSON.parse(view.dataset.reads ?? '[]')) {
    early.reads[path] = early.directory.then(({ gateway }) =>
      fetch(gateway + path, { headers, signal: AbortSignal.timeout(8000) }),
    );
    // The page requests it again.
    early.reads[path].catch(() => {});
  }
})(window, document);
