/** Names under which clouds serve instance metadata, from the vendors' documentation. No policy opens them. */
export const metadataNames: ReadonlySet<string> = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.internal',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
])
