import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

afterEach(cleanup);

/** What a browser does when it translates: it puts another node in the place of each text. */
function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = text.data;
    text.replaceWith(font);
  }
}

function Sums({ stake, note, items = [] }: { stake: number; note?: string; items?: readonly string[] }) {
  return (
    <p>
      Stake {stake}, {note}
      {note && <b>!</b>}
      {items.map((item) => (
        <i key={item}>{item}</i>
      ))}
      {items.length > 0 ? 'and so on' : null}
    </p>
  );
}

describe('a page that the browser translates', () => {
  it('shows each later text, with its siblings', () => {
    const { container, rerender } = render(<Sums stake={10} note="on green" items={['a']} />);
    translate(container);
    rerender(<Sums stake={40} items={['a', 'b']} />);
    expect(container.textContent).toBe('Stake 40, aband so on');
    translate(container);
    rerender(<Sums stake={80} note="on red" />);
    expect(container.textContent).toBe('Stake 80, on red!');
  });

  it('shows a later text of a fragment', () => {
    const Name = ({ name }: { name: string }) => <>{name}</>;
    const view = (name: string) => (
      <p>
        <Name name={name} />
        <br />
      </p>
    );
    const { container, rerender } = render(view('Asha'));
    translate(container);
    rerender(view('Ravi'));
    expect(container.textContent).toBe('Ravi');
  });
});

describe('elements', () => {
  it('keep their place beside texts that come and go', () => {
    const view = (text: string | null) => (
      <p>
        {text} <input />
      </p>
    );
    const { container, rerender } = render(view(null));
    const field = container.querySelector('input');
    rerender(view('Amount'));
    expect(container.querySelector('input')).toBe(field);
  });

  it('have no text with siblings, and none of their own where there was none', () => {
    const { container } = render(
      <div>
        <p>
          Round <b>7</b> of {8}
        </p>
        <p>Alone {1}</p>
        <p>
          <b>one</b> <b>two</b>
        </p>
      </div>,
    );
    expect(container.innerHTML).toBe(
      '<div><p><span>Round </span><b translate="no">7</b><span> of 8</span></p><p><span>Alone 1</span></p>' +
        '<p><b>one</b> <b>two</b></p></div>',
    );
  });
});

it.each([
  '₹1,200.50',
  '−₹5',
  '00:25',
  '27-11-26 07:11 am',
  '202611270871',
  'UTR4373',
  'UID 48213',
  '9.6×',
  '100%',
  'a@b1.in',
])('the value %s is not translated', (text) => {
  const { container } = render(<p>{text}</p>);
  expect(container.querySelector('p')?.translate).not.toBe(true);
  expect(container.innerHTML).toContain('translate="no"');
});

it.each(['Green', 'Bet ₹40 on Green', '3 rounds', '-', '', '₹10 जमा'])('the text %s is', (text) => {
  const { container } = render(<p>{text}</p>);
  expect(container.innerHTML).not.toContain('translate');
});

it('an element that says itself whether it is translated is left as it is', () => {
  const { container } = render(<p translate="yes">48213</p>);
  expect(container.innerHTML).toBe('<p translate="yes">48213</p>');
});
