import { RELEASE } from '../../../db/release.ts';
import type { DomainConfig } from '../../domain/ground/verbs/context.ts';
import { operatorNotice } from '../../platform/operator.ts';
import { builder } from '../builder/builder.ts';
import type { GraphQLContext } from '../runtime/context.ts';

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
  noticeInHindi: string;
  operator: string | null;
  licence: string | null;
  sendsMail: boolean;
  release: string;
}

const Product = builder.objectRef<ProductRow>('Product').implement({
  description: 'What this installation is called and how it is run.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'As the operator has named it (`PRODUCT_NAME`), on every page and mail.',
    }),
    slug: t.exposeString('slug', { description: 'Its name as a path: the landing page is `/{slug}`.' }),
    moneyMode: t.expose('moneyMode', { type: MoneyMode, description: 'Play money or real money.' }),
    notice: t.exposeString('notice', {
      description:
        'What every page says about the money: that it is play money, or who runs it under which licence, several lines.',
    }),
    noticeInHindi: t.exposeString('noticeInHindi', {
      description: 'The same in Hindi, as far as the operator has it.',
    }),
    operator: t.exposeString('operator', {
      nullable: true,
      description: 'The company that runs it for real money; null in play mode.',
    }),
    licence: t.exposeString('licence', { nullable: true, description: 'The operator’s licence; null in play mode.' }),
    sendsMail: t.exposeBoolean('sendsMail', {
      description: 'Whether mails leave this installation. If not, its operator reads them by a link on the console.',
    }),
    release: t.exposeString('release', {
      description: 'The release that runs, by semantic versioning, such as `1.0.0`.',
    }),
    mailboxUrl: t.string({
      nullable: true,
      description: 'Always null.',
      deprecationReason: 'The mailbox opens only by the link that the console prints. Removed after 1.x.',
      resolve: () => null,
    }),
  }),
});

type Source = Pick<GraphQLContext, 'config' | 'product' | 'mail'>;

function productOf({ config, product, mail }: Source): ProductRow {
  const { operator } = config;
  return {
    name: config.productName,
    slug: product.slug,
    moneyMode: config.moneyMode,
    notice: operator ? operatorNotice(operator, 'en') : 'Play money: no cash value',
    noticeInHindi: operator ? operatorNotice(operator, 'hi') : 'खेल के पैसे: कोई नकद मूल्य नहीं',
    operator: operator?.name ?? null,
    licence: operator?.licence ?? null,
    sendsMail: mail !== undefined,
    release: RELEASE,
  };
}

/** What every page of the web needs of the product, in the form in which GraphQL returns it. */
export function productInDocument(source: Source) {
  const { name, slug, moneyMode, notice, noticeInHindi, sendsMail, release } = productOf(source);
  return { name, slug, moneyMode: moneyMode === 'play' ? 'PLAY' : 'REAL', notice, noticeInHindi, sendsMail, release };
}

builder.queryField('product', (t) =>
  t.field({
    type: Product,
    description: 'This installation.',
    resolve: (_root, _args, context) => productOf(context),
  }),
);
