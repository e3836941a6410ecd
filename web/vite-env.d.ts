/// <reference types="vite/client" />

/** One icon: through the package's own index all modules would import all icons, and share one script for them. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { IconHome } from '@tabler/icons-react';
  const icon: typeof IconHome;
  export default icon;
}
