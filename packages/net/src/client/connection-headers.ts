/** Headers that belong to one connection between two neighbours (RFC 9110, 7.6.1): neither a caller nor a proxied peer says them. */
export const connectionHeaders: readonly string[] = [
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
