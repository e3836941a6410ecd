import { z } from 'zod';
import { login, loginVerb } from '../domain/accounts/sessions/login.ts';
import { logout, logoutVerb } from '../domain/accounts/sessions/logout.ts';
import { registerPlayer, registerPlayerVerb } from '../domain/accounts/users/registerPlayer.ts';
import { renewSession, renewSessionVerb } from '../domain/accounts/sessions/renewSession.ts';
import { requestPasswordReset, requestPasswordResetVerb } from '../domain/accounts/links/requestPasswordReset.ts';
import { resetPassword, resetPasswordVerb } from '../domain/accounts/links/resetPassword.ts';
import { verifyResetLink, verifyResetLinkVerb } from '../domain/accounts/links/verifyResetLink.ts';
import { numberText, otp, text } from './decode.ts';
import { encodeUser } from './encode.ts';
import { genericInputError, incompatibleTokens, invalidLink } from './errors.ts';
import * as example from './examples.ts';
import { operation } from './operation.ts';
import { answerOf, shapes } from './shapes.ts';

const success = true as const;

export const authOperations = [
  operation({
    operationId: 'login',
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    description:
      '`id` is an email address, a UID, or a name if exactly one user bears it. An account with a second factor needs `otp`: ' +
      'six digits of the authenticator app, or a recovery code. Without it the answer is 401 with the code OTP_REQUIRED.',
    verb: loginVerb,
    body: z.object({ id: text, password: text, otp: otp.optional() }),
    answer: answerOf({ accessToken: z.string(), refreshToken: z.string(), user: shapes.User }),
    refusalAnswers: { INVALID_INPUT: genericInputError },
    example: {
      body: { id: example.user.email, password: 'correct horse' },
      answer: { success, ...example.tokens, user: example.user },
    },
    async run(ctx, { body }) {
      const { accessToken, refreshToken, user } = await login(ctx, body);
      return { success, accessToken, refreshToken, user: encodeUser(user) };
    },
  }),

  operation({
    operationId: 'register',
    method: 'POST',
    path: '/auth/register',
    summary: 'Register as a player',
    description:
      'The password is sent to the email address; nothing is returned. Registering confirms an age of 18 or more.',
    verb: registerPlayerVerb,
    body: z.object({ name: text, email: text }),
    answer: answerOf({}),
    refusalAnswers: { INVALID_INPUT: genericInputError },
    example: { body: { name: example.user.name, email: example.user.email }, answer: { success } },
    async run(ctx, { body }) {
      await registerPlayer(ctx, body);
      return { success };
    },
  }),

  operation({
    operationId: 'verifyLink',
    method: 'POST',
    path: '/auth/verifyLink',
    summary: 'Check the link of a password reset',
    description: 'Takes what the emailed link carries and gives a token of 10 minutes for `POST /auth/resetPassword`.',
    verb: verifyResetLinkVerb,
    body: z.object({ email: text, validTill: numberText, s: text }),
    answer: answerOf({ token: z.string() }),
    refusalAnswers: { INVALID_INPUT: genericInputError, USER_NOT_FOUND: invalidLink },
    example: { body: example.link, answer: { success, token: example.tokens.refreshToken } },
    async run(ctx, { body }) {
      const { token } = await verifyResetLink(ctx, body);
      return { success, token };
    },
  }),

  operation({
    operationId: 'resetPassword',
    method: 'POST',
    path: '/auth/resetPassword',
    summary: 'Set a new password with a verified link',
    description: 'Single use. Ends all sessions of the account.',
    verb: resetPasswordVerb,
    body: z.object({ token: text, email: text, validTill: numberText, newPassword: text }),
    answer: answerOf({}),
    refusalAnswers: { INVALID_INPUT: genericInputError, USER_NOT_FOUND: invalidLink },
    example: {
      body: {
        token: example.tokens.refreshToken,
        email: example.link.email,
        validTill: example.link.validTill,
        newPassword: 'battery staple',
      },
      answer: { success },
    },
    async run(ctx, { body }) {
      await resetPassword(ctx, body);
      return { success };
    },
  }),

  operation({
    operationId: 'forgotPassword',
    method: 'POST',
    path: '/auth/ForgotPassword',
    summary: 'Send a link to reset the password',
    description: 'The link is valid for 30 minutes.',
    verb: requestPasswordResetVerb,
    body: z.object({ email: text }),
    answer: answerOf({}),
    refusalAnswers: { INVALID_INPUT: genericInputError, USER_NOT_FOUND: { status: 404, words: 'User does not exist' } },
    example: { body: { email: example.user.email }, answer: { success } },
    async run(ctx, { body }) {
      await requestPasswordReset(ctx, body);
      return { success };
    },
  }),

  operation({
    operationId: 'renewToken',
    method: 'POST',
    path: '/auth/token',
    summary: 'Get a new access token',
    description: 'Exchanges the refresh token of a live session.',
    verb: renewSessionVerb,
    body: z.object({ refreshToken: text }),
    answer: answerOf({ accessToken: z.string(), user: shapes.User }),
    example: {
      body: { refreshToken: example.tokens.refreshToken },
      answer: { success, accessToken: example.tokens.accessToken, user: example.user },
    },
    async run(ctx, { body }) {
      const { accessToken, user } = await renewSession(ctx, body);
      return { success, accessToken, user: encodeUser(user) };
    },
  }),

  operation({
    operationId: 'logout',
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session',
    description: 'Takes the access token, even an expired one, and the refresh token of the same session.',
    verb: logoutVerb,
    bearer: true,
    body: z.object({ refreshToken: text }),
    answer: answerOf({}),
    refusalAnswers: { UNAUTHENTICATED: incompatibleTokens },
    example: { body: { refreshToken: example.tokens.refreshToken }, answer: { success } },
    async run(ctx, { body, bearer }) {
      await logout(ctx, { accessToken: bearer, refreshToken: body.refreshToken });
      return { success };
    },
  }),
];
