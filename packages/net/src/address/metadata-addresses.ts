import { type AddressRow, addressBlocks } from './address-block.ts'

/**
 * The addresses where clouds return credentials to any process on the machine. No policy opens these, so they are
 * separate from the special-use tables; the source is the vendor's own documentation.
 */
export const metadataAddressRows: readonly AddressRow[] = [
  ['169.254.169.0/24', 'instance metadata', 'AWS, Azure, Google Cloud, Oracle, DigitalOcean, OpenStack'],
  ['169.254.170.0/24', 'container and pod credentials', 'AWS ECS and EKS'],
  ['169.254.42.42/32', 'instance metadata', 'Scaleway'],
  ['169.254.0.23/32', 'instance metadata', 'Tencent Cloud'],
  ['100.100.100.200/32', 'instance metadata', 'Alibaba Cloud'],
  ['192.0.0.192/32', 'instance metadata', 'Oracle Cloud classic'],
  ['168.63.129.16/32', 'platform wire server', 'Azure'],
  ['fd00:ec2::/32', 'instance metadata and pod credentials', 'AWS'],
  ['fd20:ce::254/128', 'instance metadata', 'Google Cloud'],
  ['fd00:42::42/128', 'instance metadata', 'Scaleway'],
]

export const metadataAddresses = addressBlocks(metadataAddressRows)
