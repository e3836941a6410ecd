/** A socket with this many bytes unsent does not read; keeping its messages would cost the others. */
const MAX_UNSENT_BYTES = 1_048_576;

/** The part of a socket that sending needs to know. */
export interface SendingSocket {
  readonly bufferedAmount: number;
  readonly readyState: number;
  readonly OPEN: number;
  terminate(): void;
}

/** Whether something may be sent: everything that sends asks first. Ends a socket that does not read. */
export function takesMore(socket: SendingSocket): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  if (socket.bufferedAmount <= MAX_UNSENT_BYTES) return true;
  socket.terminate();
  return false;
}
