/**
 * Runs in each page: changes the document as the translators of browsers do. Each text node is replaced by elements, also one that comes
 * later. It stays in English, so that tests find it.
 */
export const translatePage = (): void => {
  const KEPT = 'head, script, style, textarea, [translate="no"], .notranslate';
  const replaceText = (text: Text): void => {
    const parent = text.parentElement;
    if (!parent || !text.data.trim() || parent.closest(KEPT) || parent.matches('font font')) return;
    // React updates and removes its own text nodes; a text that is the only child of its element is none (D-1.12).
    if (Object.keys(text).some((key) => key.startsWith('__reactFiber$')))
      console.error(`React has lost a text to the translator: “${text.data}” in ${parent.outerHTML}`);
    const inner = document.createElement('font');
    inner.append(text.data);
    const outer = document.createElement('font');
    outer.append(inner);
    text.replaceWith(outer);
  };
  const replaceIn = (node: Node): void => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    // The root is the first node.
    for (let at: Node | null = walker.currentNode; at; at = walker.nextNode()) if (at instanceof Text) texts.push(at);
    texts.forEach(replaceText);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target instanceof Text) replaceText(target);
      else addedNodes.forEach(replaceIn);
  }).observe(document, { childList: true, subtree: true, characterData: true });
};
