/**
 * Runs in a page before its own code: translates it as Chrome does, for as long as it is open. Each text node that may be
 * translated is replaced by two <font> elements with a text node of their own.
 */
export function translatePage(): void {
  const isLeftOut = (text: Text) =>
    text.data.trim() === '' ||
    (text.parentElement?.closest('font, script, style, textarea, [translate="no"]') ?? null) !== null;
  const translate = (text: Text) => {
    if (isLeftOut(text)) return;
    const outer = document.createElement('font');
    outer.style.verticalAlign = 'inherit';
    outer.append(document.createElement('font'));
    outer.firstElementChild?.append(text.data);
    text.replaceWith(outer);
  };
  const translateAll = (root: Node) => {
    if (root instanceof Text) return translate(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    return texts.forEach(translate);
  };
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Text) translate(target);
      addedNodes.forEach(translateAll);
    }
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
}

/**
 * Runs in a page: what a translation would make wrong. Texts that React would write into later, because they have siblings;
 * and amounts, times and numbers that may be translated.
 */
export function findUntranslatable(): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const place = node.parentElement;
    // Outside the screen, recharts writes there what it measures.
    if (text === '' || !place || place.closest('script, style, #recharts_measurement_span')) continue;
    const name = `“${text}” in <${place.localName} class="${place.className}">`;
    // React refers to such a text node by a property.
    if (Object.keys(node).some((key) => key.startsWith('__reactFiber$'))) found.push(`${name} has siblings`);
    const isValue = /\d/.test(text) && !/\p{L}/u.test(text.replaceAll(/\b[ap]m\b/g, ''));
    if (isValue && !place.closest('[translate="no"]')) found.push(`${name} may be translated`);
  }
  return found;
}
