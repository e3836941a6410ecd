import { changePassword, changePasswordVerb } from '../../domain/accounts/users/changePassword.ts';
import { closeAccount, closeAccountVerb } from '../../domain/accounts/status/closeAccount.ts';
import { createDownloadLink, createDownloadLinkVerb } from '../../domain/accounts/links/downloadLink.ts';
import { login, loginVerb } from '../../domain/accounts/sessions/login.ts';
import { logout, logoutVerb } from '../../domain/accounts/sessions/logout.ts';
import { type StoredMail, registerPlayer, registerPlayerVerb } from '../../domain/accounts/users/registerPlayer.ts';
import { renewSession, renewSessionVerb } from '../../domain/accounts/sessions/renewSession.ts';
import { requestPasswordReset, requestPasswordResetVerb } from '../../domain/accounts/links/requestPasswordReset.ts';
import { requestSignInLink, requestSignInLinkVerb } from '../../domain/accounts/links/requestSignInLink.ts';
import { resetPassword, resetPasswordVerb } from '../../domain/accounts/links/resetPassword.ts';
import type { SignedIn } from '../../domain/accounts/sessions/session.ts';
import { signInWithLink, signInWithLinkVerb } from '../../domain/accounts/links/signInWithLink.ts';
import { verifyResetLink, verifyResetLinkVerb } from '../../domain/accounts/links/verifyResetLink.ts';
import { Acknowledged } from '../builder/acknowledged.ts';
import { builder } from '../builder/builder.ts';
import { urlOf } from '../builder/download.ts';
import { mutation } from '../builder/mutation.ts';
import { Language, User } from './user.ts';

export const Mail = builder.objectRef<StoredMail>('Mail').implement({
  description: 'A mail that this installation keeps instead of sending it.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Its subject.' }),
    text: t.exposeString('text', { description: 'Its words, in plain text.' }),
  }),
});

mutation(registerPlayerVerb, {
  description: 'Registers a player. The password is mailed. Registering confirms an age of 18 or more.',
  input: (t) => ({
    email: t.string({ required: true, description: 'Email address, not registered yet.' }),
    name: t.string({ required: true, description: 'Full name.' }),
    language: t.field({ type: Language, description: 'Language of the account and of its mails; default: EN.' }),
    simulationKey: t.string({
      description: 'The operator’s key for this email: marks the player as simulated. With play money only.',
    }),
  }),
  run: (ctx, input) => registerPlayer(ctx, input),
  payload: {
    description: 'The account is made, and its password is on its way by mail.',
    fields: (t) => ({
      email: t.exposeString('email', { description: 'Where the password was sent.' }),
      mail: t.expose('mail', {
        type: Mail,
        nullable: true,
        description: 'The mail with the password, where mails are kept instead of sent; null where it was sent.',
      }),
    }),
  },
});

const SessionPayload = builder.objectRef<SignedIn>('SessionPayload').implement({
  description: 'Signed in.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', { description: 'Goes with every call, as bearer token. 30 minutes.' }),
    refreshToken: t.exposeString('refreshToken', {
      description: 'Gets new access tokens by `renewSession`. 30 days; stays the same when renewed.',
    }),
    user: t.expose('user', { type: User, description: 'Who is signed in.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the access token ends.' }),
  }),
});

const otp = 'A code of the second factor, or a recovery code; null or absent for an account without a second factor.';

mutation(loginVerb, {
  description: 'Signs in by password.',
  input: (t) => ({
    id: t.string({ required: true, description: 'Email in any case, UID, or a name that only one user bears.' }),
    password: t.string({ required: true, description: 'The password.' }),
    otp: t.string({ description: otp }),
  }),
  run: (ctx, input) => login(ctx, input),
  payload: SessionPayload,
});

mutation(renewSessionVerb, {
  description: 'Gets a new access token for a live session. A session that has ended is an error (UNAUTHENTICATED).',
  input: (t) => ({ refreshToken: t.string({ required: true, description: 'The session’s refresh token.' }) }),
  run: (ctx, input) => renewSession(ctx, input),
  payload: SessionPayload,
});

mutation(logoutVerb, {
  description: 'Ends the session of the bearer token, which may have expired.',
  input: (t) => ({
    refreshToken: t.string({ required: true, description: 'The same session’s refresh token.' }),
  }),
  run: async (ctx, { refreshToken }) => {
    await logout(ctx, { refreshToken, accessToken: ctx.token });
    return { ok: true };
  },
  payload: {
    description: 'The session has ended, and its tokens with it.',
    fields: (t) => ({ ok: t.exposeBoolean('ok', { description: 'Always true.' }) }),
  },
});

mutation(requestPasswordResetVerb, {
  description: 'Mails a link that resets the password: valid for 30 minutes, once.',
  input: (t) => ({ email: t.string({ required: true, description: 'The account’s email address.' }) }),
  run: async (ctx, input) => {
    await requestPasswordReset(ctx, input);
    return { ok: true };
  },
  payload: Acknowledged,
});

const validTill = 'When the link expires, in milliseconds since the epoch, letter for letter as the link has it.';

mutation(verifyResetLinkVerb, {
  description: 'Checks the link of a password reset mail.',
  input: (t) => ({
    email: t.string({ required: true, description: 'The link’s email address.' }),
    validTill: t.string({ required: true, description: validTill }),
    s: t.string({ required: true, description: 'The link’s keyed hash.' }),
  }),
  run: (ctx, input) => verifyResetLink(ctx, input),
  payload: {
    description: 'The link is good.',
    fields: (t) => ({
      token: t.exposeString('token', { description: 'For `resetPassword`: valid for 10 minutes, once.' }),
    }),
  },
});

mutation(resetPasswordVerb, {
  description: 'Sets a new password with a checked link, and ends all sessions of the account.',
  input: (t) => ({
    token: t.string({ required: true, description: 'From `verifyResetLink`.' }),
    email: t.string({ required: true, description: 'The link’s email address.' }),
    validTill: t.string({ required: true, description: validTill }),
    newPassword: t.string({ required: true, description: 'The new password.' }),
  }),
  run: async (ctx, input) => {
    await resetPassword(ctx, input);
    return { ok: true };
  },
  payload: Acknowledged,
});

mutation(changePasswordVerb, {
  description: 'Changes the viewer’s password, and ends all their sessions, this one too.',
  input: (t) => ({
    oldPassword: t.string({ required: true, description: 'The password until now.' }),
    newPassword: t.string({ required: true, description: 'The new password.' }),
  }),
  run: async (ctx, input) => {
    await changePassword(ctx, input);
    return { ok: true };
  },
  payload: Acknowledged,
});

mutation(closeAccountVerb, {
  description:
    'Closes the viewer’s account for ever: personal data is erased and all sessions end. Play money that is ' +
    'left is given up. Refused while there is real money, a pending request or a live bet. For players.',
  input: (t) => ({ password: t.string({ required: true, description: 'The password, once more.' }) }),
  run: async (ctx, input) => {
    await closeAccount(ctx, input);
    return { ok: true };
  },
  payload: Acknowledged,
});

mutation(requestSignInLinkVerb, {
  description: 'Mails a link that signs in: valid for 15 minutes, once.',
  input: (t) => ({ email: t.string({ required: true, description: 'The account’s email address.' }) }),
  run: async (ctx, input) => {
    await requestSignInLink(ctx, input);
    return { ok: true };
  },
  payload: Acknowledged,
});

mutation(signInWithLinkVerb, {
  description: 'Signs in with the token of a mailed link.',
  input: (t) => ({
    token: t.string({ required: true, description: 'The link’s token.' }),
    otp: t.string({ description: otp }),
  }),
  run: (ctx, input) => signInWithLink(ctx, input),
  payload: SessionPayload,
});

mutation(createDownloadLinkVerb, {
  description:
    'Makes a link for downloading a document, export or record of one’s own, since a browser’s own download sends no token.',
  input: (t) => ({
    path: t.string({ required: true, description: 'Path of a document, export or record, such as `Document.path`.' }),
  }),
  run: (ctx, input) => createDownloadLink(ctx, input),
  payload: {
    description: 'A link that works without a bearer token.',
    fields: (t) => ({
      path: t.exposeString('path', { description: '`url` as a path of this server.' }),
      url: t.string({
        resolve: ({ path }, _args, ctx) => urlOf(ctx, path),
        description:
          'It answers at most 5 requests (GET, HEAD, ranges), each with the same bytes, and ends with the session.',
      }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends: after 60 seconds.' }),
    }),
  },
});
