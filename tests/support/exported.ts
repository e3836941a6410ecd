import { openExport, type ExportInput } from '../../server/domain/stats/exports/openExport.ts';
import type { Context } from '../../server/domain/ground/verbs/context.ts';

/** The bytes of an export of the back office. */
export async function exportBytes(ctx: Context, input: ExportInput): Promise<Buffer> {
  const { content } = await openExport(ctx, input);
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** The lines of an export as CSV, without its byte order mark. */
export async function exportText(ctx: Context, input: ExportInput): Promise<string> {
  return new TextDecoder().decode(await exportBytes(ctx, input));
}
