import type { DomainConfig } from '../domain/context.ts';
import { builder } from './builder.ts';

const MoneyMode = builder.enumType('MoneyMode', {
  description: 'Whether money is real.',
  values: {
    PLAY: { value: 'play', description: 'Play money: no cash value.' },
    REAL: { value: 'real', description: 'Real money, under the operator’s licence.' },
  } as const,
});

interface ProductRow {
  name: string;
  slug: string;
  moneyMode: DomainConfig['moneyMode'];
  notice: string;
  licence: string | null;
  sendsMail: boolean;
}

const Product = builder.objectRef<ProductRow>('Product').implement({
  description: 'What this installation is called and how it is run.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    slug: t.exposeString('slug', { description: 'Its name as a path: the landing page is `/{slug}`.' }),
    moneyMode: t.expose('moneyMode', { type: MoneyMode, description: 'Play money or real money.' }),
    notice: t.exposeString('notice', {
      description: 'What every page says about the money: that it is play money, or the operator’s licence.',
    }),
    licence: t.exposeString('licence', { nullable: true, description: 'The operator’s licence; null in play mode.' }),
    sendsMail: t.exposeBoolean('sendsMail', {
      description: 'Whether mails leave this installation. If not, its operator reads them by a link on the console.',
    }),
    mailboxUrl: t.string({
      nullable: true,
      description: 'Always null.',
      deprecationReason: 'The mailbox opens only by the link that the console prints. Removed after 2027-05-31.',
      resolve: () => null,
    }),
  }),
});

builder.queryField('product', (t) =>
  t.field({
    type: Product,
    description: 'This installation.',
    resolve: (_root, _args, context) => ({
      name: context.config.productName,
      slug: context.product.slug,
      moneyMode: context.config.moneyMode,
      notice: context.product.licence ?? 'Play money: no cash value',
      licence: context.product.licence,
      sendsMail: context.mail !== undefined,
    }),
  }),
);
