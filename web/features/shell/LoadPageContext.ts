import { createContext } from 'react';

/**
 * Loads what the current page lacks, and renders it again if that was possible. Resolves to whether it was; never rejects.
 * Provided by Pages (lazyRoutes.tsx).
 */
export const LoadPageContext = createContext<() => Promise<boolean>>(async () => false);
