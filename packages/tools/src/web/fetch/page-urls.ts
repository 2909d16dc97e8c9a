/**
 * Returns the URLs that a fetch of `url` may open: over https first if the URL says http and names no port of its own, then as it
 * is. Other redirects of the server are not part of the call.
 */
export function pageUrls(url: string): readonly string[] {
  const secure = secureUrl(url)
  return secure === undefined ? [url] : [secure, url]
}

function secureUrl(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'http:' || parsed.port !== '') return undefined
  return url.replace(/^\s*http:/i, 'https:')
}

/**
 * Returns true if a redirect stays with the hosts of the call: same host and port as one of its URLs, including the
 * scheme's default port.
 */
export function staysWithin(urls: readonly string[], to: URL): boolean {
  return urls.some((url) => URL.parse(url)?.origin === to.origin)
}
