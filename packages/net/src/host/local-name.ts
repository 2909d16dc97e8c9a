/** Names under which clouds serve instance metadata, from the vendors' documentation. No policy opens them. */
const metadataNames: ReadonlySet<string> = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.internal',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
])

/** Names that never mean a public host, with the document that reserves them. */
const localDomains: readonly (readonly [domain: string, source: string])[] = [
  ['localhost', 'RFC 6761'],
  ['local', 'RFC 6762'],
  ['internal', 'reserved by ICANN for private use'],
  ['localdomain', 'a common alias of this machine'],
  ['home.arpa', 'RFC 8375'],
]

/** Returns the reason that a canonical host name is local by its spelling alone; undefined if it may be public. */
export function localNameReason(hostname: string): string | undefined {
  for (const [domain, source] of localDomains) {
    if (hostname === domain || hostname.endsWith(`.${domain}`)) return `names under "${domain}" are local (${source})`
  }
  return hostname.includes('.') ? undefined : 'a name with a single label is only looked up in the local network'
}

/** Returns true if the name is a cloud's own name for its metadata service. */
export function isMetadataName(hostname: string): boolean {
  return metadataNames.has(hostname)
}
