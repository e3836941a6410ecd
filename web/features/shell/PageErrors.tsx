import { Component, type ComponentProps, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { PageError } from './PageError.tsx';

interface PageErrorsProps extends Pick<ComponentProps<typeof PageError>, 'as'> {
  children: ReactNode;
}

/** Shows what went wrong in place of a page that could not be loaded or has thrown, until another page is opened. */
export function PageErrors(props: PageErrorsProps) {
  return <Boundary {...props} at={useLocation().key} />;
}

interface State {
  readonly at: string;
  /** What was thrown, which may be anything. */
  readonly caught: { readonly error: unknown } | null;
}

class Boundary extends Component<PageErrorsProps & { at: string }, State> {
  override state: State = { at: this.props.at, caught: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ at }: { at: string }, state: State): State | null {
    return at === state.at ? null : { at, caught: null };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    return <PageError as={this.props.as} error={caught.error} onLoaded={this.#clear} />;
  }

  readonly #clear = (): void => this.setState({ caught: null });
}
