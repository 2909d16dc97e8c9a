/** An IP address as a number of 32 or 128 bits. */
export interface IpAddress {
  readonly family: 4 | 6
  readonly bits: bigint
  /** RFC 4007 zone identifier, as `eth0` of `fe80::1%eth0`. */
  readonly zone?: string
}

/** Number of bits in an address of the family. */
export function addressWidth(family: IpAddress['family']): 32 | 128 {
  return family === 4 ? 32 : 128
}
