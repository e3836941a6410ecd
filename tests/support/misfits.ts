/** Runs in a page: texts that don't fit in their place, numbers in two lines, and whether the page scrolls sideways. */
export function findMisfits(): string[] {
  const found: string[] = [];
  const root = document.scrollingElement ?? document.documentElement;
  if (root.scrollWidth > innerWidth) found.push(`the page scrolls sideways by ${root.scrollWidth - innerWidth} px`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    if (text === '' || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    if (node.parentElement.closest('.visually-hidden, script, style, svg, option, [role="status"]:empty')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const problem = misfitOf(range.getBoundingClientRect(), node.parentElement);
    if (problem !== null) found.push(`“${text}” ${problem}`);
    if (/^\d+$/.test(text) && range.getClientRects().length > 1) found.push(`“${text}” is broken into lines`);
  }
  for (const field of document.querySelectorAll('input[placeholder], button, select')) {
    const { scrollWidth, clientWidth } = field;
    if (clientWidth > 0 && scrollWidth > clientWidth + 1) {
      const name = field.getAttribute('aria-label') ?? field.textContent ?? field.getAttribute('placeholder');
      found.push(`“${name}” is ${scrollWidth - clientWidth} px wider than its ${field.localName}`);
    }
  }
  return found;

  /** In which ancestor a text doesn't fit; null if it fits in all up to the next that scrolls. */
  function misfitOf(text: DOMRect, parent: Element): string | null {
    const own = getComputedStyle(parent);
    // Spaces at the end of a line hang out of it where they are kept.
    const slack = own.whiteSpaceCollapse === 'preserve' ? Number.parseFloat(own.fontSize) / 2 : 1;
    for (let place: Element | null = parent; place !== null && place !== document.body; place = place.parentElement) {
      const style = getComputedStyle(place);
      if (style.display === 'inline' || style.display === 'contents') continue;
      const { left, right, top, bottom } = place.getBoundingClientRect();
      const name = `<${place.localName} class="${place.className}">`;
      if (text.left < left - 1 || text.right > right + slack) return `hangs out of ${name}`;
      // Lines are taller than their letters.
      const isCut = style.overflowY === 'hidden' || style.overflowY === 'clip';
      if (isCut && (text.top < top - 6 || text.bottom > bottom + 6)) return `is cut by ${name}`;
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') return null;
    }
    return null;
  }
}

/** Runs in a page: its texts and names with Latin letters, without what matches `known`. */
export function findLatin(known: string): string[] {
  const names = new RegExp(known, 'g');
  const texts = [document.title, document.body.innerText];
  for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
    for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '');
  }
  const lines = texts.flatMap((text) => text.split('\n')).map((line) => line.replaceAll(names, '').trim());
  return [...new Set(lines.filter((line) => /[a-z]{2}/i.test(line)))];
}

/** Runs in a page: what of it lies beyond the screen's edge with type of twice the size. What scrolls by itself may. */
export function findSidewaysWithLargeType(): string[] {
  const root = document.documentElement;
  root.style.fontSize = '200%';
  try {
    const beyond = [...document.querySelectorAll('body *')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && isBeyond(element),
    );
    const innermost = beyond.filter((element) => !beyond.some((other) => other !== element && element.contains(other)));
    const found = innermost.map(
      (element) => `<${element.localName} class="${element.className}"> ${element.textContent}`,
    );
    if (root.scrollWidth > innerWidth) found.push(`the page scrolls sideways by ${root.scrollWidth - innerWidth} px`);
    return found;
  } finally {
    root.style.fontSize = '';
  }

  function isBeyond(element: Element): boolean {
    if (element.closest('.visually-hidden, svg')) return false;
    if (element.getBoundingClientRect().right <= innerWidth + 1) return false;
    for (let place = element.parentElement; place !== null && place !== root; place = place.parentElement) {
      if (getComputedStyle(place).overflowX !== 'visible' && place.getBoundingClientRect().right <= innerWidth + 1) {
        return false;
      }
    }
    return true;
  }
}

/** Runs in a page: fields to type or choose in whose text is below 16 px: iOS zooms into them. */
export function findSmallFields(): string[] {
  const fields = document.querySelectorAll(
    'textarea, select, input:not([type="checkbox"], [type="radio"], [type="file"], [type="range"], [type="hidden"])',
  );
  return [...fields]
    .map((field) => ({ field, size: Number.parseFloat(getComputedStyle(field).fontSize) }))
    .filter(({ size }) => size < 16)
    .map(({ field, size }) => `${field.outerHTML.slice(0, 120)}: ${size} px`);
}
