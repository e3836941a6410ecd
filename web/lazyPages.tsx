import { useLayoutEffect, useState, type ComponentType } from 'react';
import { matchRoutes, useLocation, useRoutes, type RouteObject } from 'react-router-dom';
import { PageNotLoaded } from './features/shell/PageNotLoaded.ts';
import { ScrollPositions } from './features/shell/ScrollPositions.tsx';

/** What loads a route's component, and what shows it: that throws PageNotLoaded unless `lazy` has resolved before. */
export function lazily(load: () => Promise<ComponentType>): Pick<RouteObject, 'lazy' | 'Component'> {
  let Loaded: ComponentType | undefined;
  const lazy = async () => ({ Component: (Loaded ??= await load()) });
  const Component = () => {
    if (!Loaded) throw new PageNotLoaded(lazy);
    return <Loaded />;
  };
  return { lazy, Component };
}

/** Loads the components of the page at a path, those that have failed again. Never rejects: the page shows the failure. */
export async function loadPage(routes: RouteObject[], pathname: string): Promise<void> {
  const matched = matchRoutes(routes, pathname) ?? [];
  await Promise.allSettled(matched.map(async ({ route }) => typeof route.lazy === 'function' && route.lazy()));
}

/** The page at the current location: that of the location before, until it is loaded. The first page must be loaded. */
export function Pages({ routes }: { routes: RouteObject[] }) {
  const location = useLocation();
  const [shown, setShown] = useState(location);
  useLayoutEffect(() => {
    let left = false;
    void loadPage(routes, location.pathname).then(() => left || setShown(location));
    return () => {
      left = true;
    };
  }, [routes, location]);
  return <ScrollPositions of={shown}>{useRoutes(routes, shown)}</ScrollPositions>;
}
