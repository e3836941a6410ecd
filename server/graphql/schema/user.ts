import { updateProfile, updateProfileVerb } from '../../domain/accounts/users/updateProfile.ts';
import { usersById, type VisibleUser } from '../../domain/accounts/users/members.ts';
import type { Language as LanguageCode } from '../../platform/languages.ts';
import { avatarNames, avatarUrl } from '../../platform/avatars.ts';
import { builder } from '../builder/builder.ts';
import { enumOf } from '../builder/enumOf.ts';
import { mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';

export const UserType = enumOf<VisibleUser['userType']>('UserType', 'What kind of user somebody is.', {
  player: 'Holds a wallet and bets.',
  admin: 'Runs the platform.',
});

export const Language = enumOf<LanguageCode>('Language', 'A language of the app, of mails and of notifications.', {
  en: 'English.',
  hi: 'Hindi.',
});

export const User = loadableNode<VisibleUser>('User', usersById);
User.implement({
  description: 'Somebody who can sign in, as others see them.',
  fields: (t) => ({
    uid: t.exposeString('uid', { description: 'The UID that people see and copy: digits.' }),
    name: t.exposeString('name', { description: 'Full name.' }),
    avatar: t.string({
      description: 'Address of their picture on this server.',
      resolve: ({ avatar }) => avatarUrl(avatar),
    }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'Email address; null unless it is the viewer’s own or an admin asks.',
    }),
    language: t.expose('language', { type: Language, description: 'The language that they have chosen.' }),
    userType: t.expose('userType', { type: UserType, description: 'Player or admin.' }),
  }),
});

builder.queryField('avatars', (t) =>
  t.stringList({
    description: 'Addresses of the pictures that a user may choose from.',
    resolve: () => avatarNames.map(avatarUrl),
  }),
);

mutation(updateProfileVerb, {
  description: 'Changes the viewer’s name, picture or language; what is left out stays.',
  input: (t) => ({
    name: t.string({ description: 'New full name; null or absent to keep it.' }),
    avatar: t.string({ description: 'One of `avatars`; null or absent to keep it.' }),
    language: t.field({ type: Language, description: 'New language; null or absent to keep it.' }),
  }),
  run: async (ctx, input) => ({ user: await updateProfile(ctx, input) }),
  payload: {
    description: 'The profile is changed.',
    fields: (t) => ({ user: t.expose('user', { type: User, description: 'The viewer, as they are now.' }) }),
  },
});
