/** The status of a response, and how many bytes its head and its body have; the body's length is undefined if it is chunked. */
export type ResponseHead = { status: number; headBytes: number; bodyBytes: number | undefined };

const END = "\r\n\r\n";
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;

/**
 * Reads the head of an HTTP/1.1 response. Returns undefined if it has not arrived completely.
 *
 * @throws Error if the end of the body cannot be known without closing the connection
 */
export function readHead(received: Buffer): ResponseHead | undefined {
  const end = received.indexOf(END);
  if (end === -1) return undefined;
  const head = received.toString("latin1", 0, end);
  const status = Number(head.slice(9, 12));
  const headBytes = end + END.length;
  if (status === 304 || status === 204) return { status, headBytes, bodyBytes: 0 };
  const length = LENGTH.exec(head)?.[1];
  if (length !== undefined) return { status, headBytes, bodyBytes: Number(length) };
  if (CHUNKED.test(head)) return { status, headBytes, bodyBytes: undefined };
  throw new Error(`A response has neither Content-Length nor chunks:\n${head}`);
}
