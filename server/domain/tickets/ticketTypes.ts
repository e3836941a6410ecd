/**
 * Subjects of tickets (server/domain/tickets/README.md#tickets-documents-and-feedback). The numbers are those of the specified
 * list, which has no 6.
 */
export const ticketTypes = [
  { id: 1, title: 'UPI Transaction Failed' },
  { id: 2, title: 'UPI Transaction Delayed' },
  { id: 3, title: 'Incorrect UPI Transaction Amount' },
  { id: 4, title: 'UPI Transaction to Wrong Account' },
  { id: 5, title: 'UPI Transaction Not Reflected' },
  { id: 7, title: 'UPI Payment Stuck' },
  { id: 8, title: 'UPI Transaction Declined' },
  { id: 9, title: 'Duplicate UPI Transaction' },
  { id: 10, title: 'UPI Merchant Payment Failed' },
  { id: 11, title: 'UPI Payment for Services Issue' },
] as const;

export type TicketTitle = (typeof ticketTypes)[number]['title'];

/** Whether this is exactly the title of a ticket type. */
export function isTicketTitle(title: string): title is TicketTitle {
  return ticketTypes.some((type) => type.title === title);
}
