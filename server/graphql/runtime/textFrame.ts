const FINAL_TEXT = 0x81;

/**
 * The header of a text message of `length` bytes in an unmasked WebSocket frame, as servers send them (RFC 6455,
 * section 5.2).
 */
export function textFrameHeader(length: number): Buffer {
  if (length <= 125) return Buffer.from([FINAL_TEXT, length]);
  if (length <= 0xffff) return Buffer.from([FINAL_TEXT, 126, length >> 8, length & 0xff]);
  const header = Buffer.alloc(10);
  header[0] = FINAL_TEXT;
  header[1] = 127;
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}
