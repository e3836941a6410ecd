import { z } from 'zod';
import { changePassword, changePasswordVerb } from '../domain/accounts/users/changePassword.ts';
import { updateProfile, updateProfileVerb } from '../domain/accounts/users/updateProfile.ts';
import { sendTicketMessage, sendTicketMessageVerb } from '../domain/tickets/sendTicketMessage.ts';
import { avatarNames, avatarUrl } from '../platform/avatars.ts';
import { languages } from '../platform/languages.ts';
import { openId, text } from './decode.ts';
import { encodeChat, encodeUser } from './encode.ts';
import { genericInputError } from './errors.ts';
import * as example from './examples.ts';
import { operation } from './operation.ts';
import { answerOf, shapes } from './shapes.ts';

const success = true as const;

export const commonOperations = [
  operation({
    operationId: 'updateProfile',
    method: 'POST',
    path: '/common/updateProfile',
    summary: 'Change name, avatar and language',
    description: 'What is left out stays as it is. The language is that of mails and notifications.',
    verb: updateProfileVerb,
    body: z.object({ name: text.optional(), avatar: text.optional(), language: z.enum(languages).optional() }),
    answer: answerOf({ user: shapes.User }),
    example: {
      body: { name: example.user.name, avatar: example.user.avatar },
      answer: { success, user: example.user },
    },
    async run(ctx, { body }) {
      return { success, user: encodeUser(await updateProfile(ctx, body)) };
    },
  }),

  operation({
    operationId: 'getAvatarList',
    method: 'GET',
    path: '/common/getAvatarList',
    summary: 'The avatars to choose from',
    description: 'Addresses of images.',
    access: 'signedIn',
    answer: answerOf({ avatarList: z.array(z.string()) }),
    example: { answer: { success, avatarList: ['/avatars/lotus.svg', '/avatars/marigold.svg'] } },
    run() {
      return { success, avatarList: avatarNames.map(avatarUrl) };
    },
  }),

  operation({
    operationId: 'updatePassword',
    method: 'POST',
    path: '/common/updatePassword',
    summary: 'Change the password',
    description:
      'Ends all sessions of the account, this one too. A wrong old password is "Wrong Old Password" to players and ' +
      '"Incorrect Old Password" to admins.',
    verb: changePasswordVerb,
    body: z.object({ oldPassword: text, newPassword: text }),
    answer: answerOf({}),
    refusalAnswers: { INVALID_INPUT: genericInputError },
    example: { body: { oldPassword: 'correct horse', newPassword: 'battery staple' }, answer: { success } },
    async run(ctx, { body }) {
      await changePassword(ctx, body);
      return { success };
    },
  }),

  operation({
    operationId: 'chat',
    method: 'POST',
    path: '/common/chat',
    summary: 'Write into a ticket',
    description: '`document`: base64 of a PNG, JPEG, WebP or PDF of at most 5 MiB, or null.',
    verb: sendTicketMessageVerb,
    body: z.object({ _id: text, message: text, document: text.nullish() }),
    answer: answerOf({ chat: shapes.Chat }),
    example: {
      body: { _id: example.ids.any, message: example.chat.message, document: null },
      answer: { success, chat: example.chat },
    },
    async run(ctx, { body }) {
      const { _id, message: words, document } = body;
      const ticketId = openId(ctx, 'Ticket', _id);
      const { ticket, message } = await sendTicketMessage(ctx, { ticketId, message: words, document });
      return { success, chat: encodeChat(ctx, ticket, message) };
    },
  }),
];
