/** A request to another server. */
export interface OutboundCall {
  url: string;
  method: 'GET' | 'POST';
  /** Names the panel to the operators of the other server; by default as the sender of webhooks. */
  userAgent?: string;
  /** In addition to `User-Agent`, `Accept-Encoding` and `Content-Length`. */
  headers?: Record<string, string>;
  body?: string;
  /** For the whole call, from resolving the name to the last byte of the answer. */
  timeoutMs: number;
  /** Of the answer's body, before and after decompression. */
  maxBytes: number;
  /** Whether a longer body is cut instead of failing the call; then it is not decompressed. */
  cutsBody?: boolean;
}
