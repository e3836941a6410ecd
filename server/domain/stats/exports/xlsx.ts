import type { XlsxCell } from '../../../platform/tableXlsx.ts';
import { formatRupees } from '../../ground/values/money.ts';
import { inKolkata } from '../../ground/values/calendar.ts';
import type { Cell } from './table.ts';

/** A cell of a workbook: texts keep their digits, amounts and counts can be summed, instants are in Indian time. */
export function xlsxCell(cell: Cell): XlsxCell {
  if (cell === null || typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return String(cell);
  if (cell instanceof Date) return { wallTime: inKolkata(cell) };
  return { decimal: typeof cell === 'object' ? formatRupees(cell.paise) : String(cell) };
}
