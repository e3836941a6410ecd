import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useLocation, useResolvedPath, type To } from 'react-router-dom';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: To;
  readonly replace?: boolean;
  /** Goes along with the location (routeState.ts). */
  readonly state?: unknown;
}

/**
 * A link to a page of the app. The router's own component can also load what its data routers know of a page, in code
 * that each page would have.
 */
export function Link({ to, replace, state, onClick, children, ...anchor }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, {
    state,
    ...(replace !== undefined && { replace }),
    ...(anchor.target !== undefined && { target: anchor.target }),
  });
  const onClickOfLink = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return (
    <a {...anchor} href={href} onClick={onClickOfLink}>
      {children}
    </a>
  );
}

/** A link of a navigation, marked on the page that it leads to and, unless it is `exact`, on those below. */
export function NavLink({ exact = false, ...link }: LinkProps & { readonly exact?: boolean }) {
  const { pathname } = useResolvedPath(link.to);
  const at = useLocation().pathname.replace(/\/$/, '') || '/';
  const isCurrent = at === pathname || (!exact && at.startsWith(`${pathname}/`));
  return <Link {...link} aria-current={isCurrent ? 'page' : undefined} />;
}
