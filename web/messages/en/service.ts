export const service = {
  raiseTicket: 'Raise a Ticket',
  raiseTicketHint: 'Tell us what went wrong. We answer in the chat of the ticket.',
  liveChat: 'Chat with Us',
  liveChatHint: 'Read and answer the chats of your tickets.',
};
