import type { RouteObject } from 'react-router-dom';
import { page } from './lazyRoutes.tsx';
import { paths } from './paths.ts';

/** Players' pages that are opened from others; routes.tsx names their addresses. */
export const playerRoutes: RouteObject[] = [
  page(paths.promotion, async () => (await import('./pages/player/PromotionPage.tsx')).PromotionPage),
  page(paths.avatar, async () => (await import('./pages/player/AvatarPage.tsx')).AvatarPage),
  page(paths.deposit, async () => (await import('./pages/player/DepositPage.tsx')).DepositPage),
  page(paths.depositMethod, async () => (await import('./pages/player/DepositMethodPage.tsx')).DepositMethodPage),
  page(paths.throughUPI, async () => (await import('./pages/player/ThroughUPIPage.tsx')).ThroughUPIPage),
  page(paths.throughBank, async () => (await import('./pages/player/ThroughBankPage.tsx')).ThroughBankPage),
  page(paths.paymentStatus, async () => (await import('./pages/player/PaymentStatusPage.tsx')).PaymentStatusPage),
  page(paths.withdrawMethod, async () => (await import('./pages/player/WithdrawMethodPage.tsx')).WithdrawMethodPage),
  page(
    paths.withdrawThroughUPI,
    async () => (await import('./pages/player/WithdrawThroughUPIPage.tsx')).WithdrawThroughUPIPage,
  ),
  page(
    paths.withdrawThroughBank,
    async () => (await import('./pages/player/WithdrawThroughBankPage.tsx')).WithdrawThroughBankPage,
  ),
  page(paths.transactions, async () => (await import('./pages/player/TransactionsPage.tsx')).TransactionsPage),
  page(paths.yourData, async () => (await import('./pages/player/YourDataPage.tsx')).YourDataPage),
  page(paths.closeAccount, async () => (await import('./pages/player/CloseAccountPage.tsx')).CloseAccountPage),
  page(paths.statement, async () => (await import('./pages/player/StatementPage.tsx')).StatementPage),
  page(paths.betRecords, async () => (await import('./pages/player/BetRecordsPage.tsx')).BetRecordsPage),
  page(paths.playSafely, async () => (await import('./pages/player/PlaySafelyPage.tsx')).PlaySafelyPage),
  page(paths.secondFactor, async () => (await import('./pages/player/SecondFactorPage.tsx')).SecondFactorPage),
  page(paths.sessions, async () => (await import('./pages/player/SessionsPage.tsx')).SessionsPage),
  page(paths.settingCenter, async () => (await import('./pages/player/SettingCenterPage.tsx')).SettingCenterPage),
  page(paths.feedback, async () => (await import('./pages/player/FeedbackPage.tsx')).FeedbackPage),
  page(paths.notification, async () => (await import('./pages/player/NotificationPage.tsx')).NotificationPage),
  page(paths.customerService, async () => (await import('./pages/player/CustomerServicePage.tsx')).CustomerServicePage),
  page(paths.raiseTicket, async () => (await import('./pages/player/RaiseTicketPage.tsx')).RaiseTicketPage),
  page(paths.liveChat, async () => (await import('./pages/player/LiveChatPage.tsx')).LiveChatPage),
  page(paths.chat, async () => (await import('./pages/player/ChatPage.tsx')).ChatPage),
  page(paths.guide, async () => (await import('./pages/player/GuidePage.tsx')).GuidePage),
  page(paths.about, async () => (await import('./pages/player/AboutPage.tsx')).AboutPage),
];
