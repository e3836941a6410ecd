import { documentsById, type DocumentInfo } from '../../domain/tickets/documents.ts';
import { pathAndUrl } from '../builder/download.ts';
import { loadableNode } from '../builder/node.ts';

export const Document = loadableNode<DocumentInfo>('Document', documentsById);
Document.implement({
  description: 'A picture or PDF sent with a ticket or message. Seen by the ticket’s player and by admins.',
  fields: (t) => ({
    mediaType: t.exposeString('mediaType', {
      description: 'What it is by its content: image/png, image/jpeg, image/webp or application/pdf.',
    }),
    name: t.exposeString('name', {
      description:
        'The name of the file as it was sent, with the extension of its content; `document` where none was given.',
    }),
    size: t.exposeInt('size', { description: 'Its size in bytes.' }),
    ...pathAndUrl(t, ({ id }, ctx) => `/documents/${ctx.ids.seal('Document', id)}`),
  }),
});
