/** A socket with this many unsent bytes doesn't read; buffering its messages would use the memory of others. */
const MAX_UNSENT_BYTES = 1_048_576;

/** The properties of a socket that sending needs. */
export interface SendingSocket {
  readonly bufferedAmount: number;
  readonly readyState: number;
  readonly OPEN: number;
  terminate(): void;
}

/** Whether something may be sent; checked before every send. Terminates a socket that doesn't read. */
export function takesMore(socket: SendingSocket): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  if (socket.bufferedAmount <= MAX_UNSENT_BYTES) return true;
  socket.terminate();
  return false;
}
