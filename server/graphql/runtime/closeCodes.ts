/**
 * Close codes of sockets beside those of the protocol (graphql-transport-ws). Clients retry after 1012 and 1013, as after
 * 4403; 1009 is fatal for the graphql-ws client. So is 4429, which the protocol has for something else.
 */
export const SERVICE_RESTART = 1012;
export const TRY_AGAIN_LATER = 1013;
export const MESSAGE_TOO_BIG = 1009;
