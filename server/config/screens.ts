/**
 * Paths of the web app's screens, in its router's syntax; a test in tests/repo compares the two. The landing page is
 * not included: its path is the product's name.
 */
export const screens: readonly string[] = `
  / /login /signup /resetPassword /congrats /fairness/:gameId
  /activity /wallet /promotion /avatar /deposit /depositMethod /throughUPI /throughBank /payment-status
  /withdrawMethod /withdrawthroughUPI /withdrawthroughBank /Transactions /BetRecords
  /account /account/SettingCenter /account/SettingCenter/changePassword /account/Feedback /account/Notification
  /account/CustomerService /account/CustomerService/raiseTicket /account/CustomerService/liveChat
  /account/CustomerService/liveChat/chat /account/Guide /account/About
  /sapreThritySec /sapreOneMin /sapreThreeMin
  /admin/dashboard /admin/sapre /admin/sapre/sapreThirtySec /admin/sapre/sapreOneMin /admin/sapre/sapreThreeMin
  /admin/transactions /admin/manageAdmin /admin/manageAdmin/registerNewAdmin /admin/manageUpi
  /admin/manageBankAccount /admin/support /admin/changePassword /admin/feedback
  /admin/players /admin/players/:uid /admin/audit
`
  .trim()
  .split(/\s+/);

const patterns = screens.map((address) => address.replaceAll(/:\w+/g, '[^/]+'));
const anyScreen = new RegExp(`^(?:${patterns.join('|')})/?$`, 'i');

/** Whether `path` is a screen of the web app. Ignores case and a trailing slash, like the router. */
export function isScreen(path: string, productSlug: string): boolean {
  return anyScreen.test(path) || path.replace(/\/$/, '').toLowerCase() === `/${productSlug}`;
}
