import { useLayoutEffect, useState, type ComponentType } from 'react';
import { matchRoutes, useLocation, useRoutes, type RouteObject } from 'react-router-dom';
import { LoadPageContext } from './features/shell/LoadPageContext.ts';
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

/** A route whose page is loaded lazily. */
export function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, ...lazily(load) };
}

/** Routes that are loaded when one of them is opened: until then routes at `paths`, which cover them, are in their place. */
export function laterRoutes(paths: readonly string[], load: () => Promise<RouteObject[]>): RouteObject {
  const group: RouteObject = {};
  const placeholder = async () => {
    group.children = await load();
    return () => null;
  };
  group.children = paths.map((path) => page(path, placeholder));
  return group;
}

/**
 * Loads the components of the page at a path. Resolves, never rejects, when it or an error in its place can be shown: to
 * whether all of them are loaded.
 */
export async function loadPage(routes: RouteObject[], pathname: string): Promise<boolean> {
  const matched = () => (matchRoutes(routes, pathname) ?? []).map(({ route }) => route);
  const found = matched();
  const results = await Promise.allSettled(
    found.map(async (route) => {
      if (typeof route.lazy === 'function') await route.lazy();
    }),
  );
  // Routes that were loaded stand where a placeholder did.
  if (matched().at(-1) !== found.at(-1)) return loadPage(routes, pathname);
  return results.every(({ status }) => status === 'fulfilled');
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
  const load = async () => {
    const isLoaded = await loadPage(routes, shown.pathname);
    // Its routes may have been loaded with it.
    if (isLoaded) setShown((now) => ({ ...now }));
    return isLoaded;
  };
  const page = useRoutes(routes, shown);
  return (
    <LoadPageContext value={load}>
      <ScrollPositions of={shown}>{page}</ScrollPositions>
    </LoadPageContext>
  );
}
