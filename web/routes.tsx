import { Outlet, type RouteObject } from 'react-router-dom';
import { ProductProvider } from './features/shell/ProductProvider.tsx';
import { PageFocus } from './features/shell/PageFocus.tsx';
import { PageErrors } from './features/shell/PageErrors.tsx';
import { laterRoutes, lazily, page } from './lazyRoutes.tsx';
import { paths } from './paths.ts';

const publicPages = [
  page(paths.login, async () => (await import('./pages/public/LoginPage.tsx')).LoginPage),
  page(paths.signup, async () => (await import('./pages/public/SignupPage.tsx')).SignupPage),
  page(paths.resetPassword, async () => (await import('./pages/public/ResetPasswordPage.tsx')).ResetPasswordPage),
  page(paths.changePassword, async () => (await import('./pages/public/ChangePasswordPage.tsx')).ChangePasswordPage),
  page(
    paths.withdrawExcluded,
    async () => (await import('./pages/public/WithdrawExcludedPage.tsx')).WithdrawExcludedPage,
  ),
  page(paths.congrats, async () => (await import('./pages/public/CongratsPage.tsx')).CongratsPage),
  page('/fairness/:gameId', async () => (await import('./pages/public/FairnessPage.tsx')).FairnessPage),
  page(paths.transparency, async () => (await import('./pages/public/TransparencyPage.tsx')).TransparencyPage),
  page('/:slug', async () => (await import('./pages/public/LandingPage.tsx')).LandingPage),
  page('*', async () => (await import('./pages/public/NotFoundPage.tsx')).NotFoundPage),
];

const playerPages = [
  page(paths.home, async () => (await import('./pages/player/HomePage.tsx')).HomePage),
  page(paths.activity, async () => (await import('./pages/player/ActivityPage.tsx')).ActivityPage),
  page(paths.wallet, async () => (await import('./pages/player/WalletPage.tsx')).WalletPage),
  page(paths.account, async () => (await import('./pages/player/AccountPage.tsx')).AccountPage),
  page(paths.sapreHalf, async () => (await import('./pages/player/SapreHalfPage.tsx')).SapreHalfPage),
  page(paths.sapreOne, async () => (await import('./pages/player/SapreOnePage.tsx')).SapreOnePage),
  page(paths.sapreThree, async () => (await import('./pages/player/SapreThreePage.tsx')).SapreThreePage),
  laterRoutes(
    [
      paths.promotion,
      paths.avatar,
      paths.deposit,
      paths.depositMethod,
      paths.throughUPI,
      paths.throughBank,
      paths.paymentStatus,
      paths.withdrawMethod,
      paths.withdrawThroughUPI,
      paths.withdrawThroughBank,
      paths.transactions,
      paths.yourData,
      paths.closeAccount,
      paths.statement,
      paths.betRecords,
      paths.playSafely,
      paths.secondFactor,
      paths.sessions,
      paths.settingCenter,
      paths.feedback,
      paths.notification,
      paths.customerService,
      paths.raiseTicket,
      paths.liveChat,
      paths.chat,
      paths.guide,
      paths.about,
    ],
    async () => (await import('./playerRoutes.tsx')).playerRoutes,
  ),
];

/**
 * Every route of the app: the player's and the admin's within their shells, which only their pages load, and the public
 * ones. Those of the back office, and of players' rarer pages, are loaded with
 * these pages: names of files compress badly, and every page has what stands here.
 */
export const routes: RouteObject[] = [
  {
    element: (
      <ProductProvider>
        <PageErrors>
          <Outlet />
        </PageErrors>
        <PageFocus />
      </ProductProvider>
    ),
    children: [
      {
        ...lazily(async () => (await import('./features/player/PlayerShell.tsx')).PlayerShell),
        children: playerPages,
      },
      laterRoutes(['/admin/*'], async () => (await import('./adminRoutes.tsx')).adminRoutes),
      ...publicPages,
    ],
  },
];
