import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '../../server/domain/accounts/sessions/login.ts';
import { guessingMail, passwordMail } from '../../server/domain/accounts/mails/mailTexts.ts';
import { registerPlayer } from '../../server/domain/accounts/users/registerPlayer.ts';
import { requestPasswordReset } from '../../server/domain/accounts/links/requestPasswordReset.ts';
import { requestSignInLink } from '../../server/domain/accounts/links/requestSignInLink.ts';
import { updateProfile } from '../../server/domain/accounts/users/updateProfile.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { lastMail, randomEmail } from '../support/world/mails.ts';
import { givenMember, userRow } from '../support/world/members.ts';

let database: TestDatabase;
let domain: TestDomain;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
});
afterAll(() => database.close());

const nobody = () => domain.as({ kind: 'anonymous' });
const mailTo = (email: string) => lastMail({ db: domain.owner }, email);

describe('the language of an account', () => {
  it('is English, unless the player registers in another, or changes it later', async () => {
    const player = await givenMember(domain);
    expect(player.user.language).toBe('en');
    expect(await updateProfile(player.ctx(), { language: 'hi' })).toMatchObject({ language: 'hi' });
    expect(await updateProfile(player.ctx(), { name: 'Asha' })).toMatchObject({ language: 'hi', name: 'Asha' });
    expect((await userRow(domain, player.userId)).language).toBe('hi');
  });

  it('is that of its mails, from the first on', async () => {
    const email = randomEmail();
    await registerPlayer(nobody(), { email, name: 'आशा राव', language: 'hi' });
    const { subject, body } = await mailTo(email);
    expect(subject).toBe('आपका Rangoli पासवर्ड');
    expect(body).toMatch(/^नमस्ते आशा राव,\n/);
    const [, password = ''] = /^पासवर्ड: (\S{12,})$/m.exec(body) ?? [];
    expect((await login(nobody(), { id: email, password })).user.language).toBe('hi');

    await requestPasswordReset(nobody(), { email });
    expect(await mailTo(email)).toMatchObject({ subject: 'अपना Rangoli पासवर्ड बदलें' });
    await requestSignInLink(nobody(), { email });
    const link = await mailTo(email);
    expect(link.subject).toBe('आपका Rangoli लॉग इन लिंक');
    expect(link.body).toContain('/login#signInToken=');
  });

  it('is that of its notifications, also of those before it was changed', async () => {
    const player = await givenMember(domain);
    const titles = async () => (await listNotifications(player.ctx(), { limit: 3 })).rows.map(({ title }) => title);
    expect(await titles()).toEqual(['Welcome', 'How a round works', 'Play within your limits']);
    await updateProfile(player.ctx(), { language: 'hi' });
    expect(await titles()).toEqual(['स्वागत है', 'राउंड कैसे चलता है', 'अपनी सीमा में खेलें']);
  });
});

it('every mail to players has as many paragraphs in each language', () => {
  const sender = { productName: 'Rangoli', publicUrl: 'https://example.com' };
  const to = { email: 'a@example.com', name: 'Asha' };
  const paragraphs = (text: string) => text.split('\n\n').length;
  for (const mail of [passwordMail, guessingMail]) {
    const [english, hindi] = (['en', 'hi'] as const).map((language) => mail(sender, { ...to, language }, 'secret'));
    expect(paragraphs(hindi?.text ?? '')).toBe(paragraphs(english?.text ?? ''));
    expect(hindi?.text).toContain('https://example.com/login');
    expect(hindi?.subject).not.toBe(english?.subject);
  }
});
