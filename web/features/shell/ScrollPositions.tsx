import { Component, type ReactNode } from 'react';
import type { Location } from 'react-router-dom';
import { tabStore } from '../../lib/storage.ts';

interface Props {
  of: Location;
  children: ReactNode;
}

const key = 'scrollPositions';

/**
 * Pages begin at their top; those that are opened by going back, forward or reloading, where they were left. `of` is the
 * location of the page shown, whose key is the same when it is gone back to.
 */
export class ScrollPositions extends Component<Props> {
  readonly #positions: Record<string, number> = JSON.parse(tabStore.get(key) ?? '{}');

  override componentDidMount(): void {
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', this.#keep);
    this.#restore();
  }

  /** Stores the scroll position before the next page is rendered, because the browser may scroll when it is. */
  override getSnapshotBeforeUpdate({ of: before }: Props): null {
    if (before.key !== this.props.of.key) this.#positions[before.key] = scrollY;
    return null;
  }

  override componentDidUpdate({ of: before }: Props): void {
    if (before.key !== this.props.of.key) this.#restore();
  }

  override componentWillUnmount(): void {
    removeEventListener('pagehide', this.#keep);
  }

  override render(): ReactNode {
    return this.props.children;
  }

  #restore(): void {
    scrollTo(0, this.#positions[this.props.of.key] ?? 0);
  }

  readonly #keep = (): void => {
    this.#positions[this.props.of.key] = scrollY;
    tabStore.set(key, JSON.stringify(this.#positions));
  };
}
