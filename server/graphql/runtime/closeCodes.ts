/**
 * Close codes of sockets beside those of the protocol (graphql-transport-ws). Clients retry after 1013, as after 4403;
 * 1009 and 4429 are fatal for the graphql-ws client, so that a misbehaving program doesn't reconnect.
 */
export const TRY_AGAIN_LATER = 1013;
export const MESSAGE_TOO_BIG = 1009;
export const TOO_MANY_MESSAGES = 4429;
