import { useLayoutEffect, useState, type ComponentType } from 'react';
import { matchRoutes, useLocation, useRoutes, type RouteObject } from 'react-router-dom';
import { PageNotLoaded } from './features/shell/PageNotLoaded.ts';
import { ScrollPositions } from './features/shell/ScrollPositions.tsx';

/**
 * What loads a route's component, and the component that stands for it: it is shown only after `lazy` has settled, and
 * throws PageNotLoaded if that failed. A failed load is tried again when the page is opened again.
 */
export function lazily(load: () => Promise<ComponentType>): Pick<RouteObject, 'lazy' | 'Component'> {
  let Loaded: ComponentType | null = null;
  let failure: unknown;
  const lazy = async () => {
    try {
      Loaded ??= await load();
      return { Component: Loaded };
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const Component = () => {
    if (!Loaded) throw new PageNotLoaded(failure);
    return <Loaded />;
  };
  return { lazy, Component };
}

/** Loads the components of the page at a path. Resolves, never rejects, when it or an error in its place can be shown. */
export async function loadPage(routes: RouteObject[], pathname: string): Promise<void> {
  const loads = (matchRoutes(routes, pathname) ?? []).map(async ({ route }) => {
    if (typeof route.lazy === 'function') await route.lazy();
  });
  await Promise.allSettled(loads);
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
  const page = useRoutes(routes, shown);
  return <ScrollPositions of={shown}>{page}</ScrollPositions>;
}
