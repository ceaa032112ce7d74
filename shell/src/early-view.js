// Runs inline behind the prerendered first views (docs/adr/0049): puts the stored name into the one of this viewer, and
// requests what its page will read.
((w, d) => {
  const viewers = (d.documentElement.dataset.viewer ?? '').split(' ');
  const view = [...d.querySelectorAll('#first-view > [data-for]')].find((one) =>
    viewers.includes(one.dataset.for),
  );
  const early = w.__early;
  if (!view || !early.token) return;

  const [first, ...rest] = (early.name ?? '…').split(' ');
  const texts = d.createTreeWalker(view, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.data.includes('{'))
      text.data = text.data.replace('{first}', first).replace('{rest}', rest.join(' '));
  }

  const headers = { authorization: `Bearer ${early.token}` };
  for (const path of JSON.parse(view.dataset.reads ?? '[]')) {
    early.reads[path] = early.addresses.then(({ gateway }) =>
      fetch(gateway + path, { headers, signal: AbortSignal.timeout(8000) }),
    );
    // The page requests it again.
    early.reads[path].catch(() => {});
  }
})(window, document);
