import type { IpAddress } from './ip-address.ts'
import { type IpPrefix, parsePrefix, prefixContains } from './ip-prefix.ts'

/** One row of a table: CIDR notation, what the block is for, and the document that says so. */
export type AddressRow = readonly [cidr: string, name: string, source: string]

/** A row ready for look-ups. */
export interface AddressBlock {
  readonly prefix: IpPrefix
  readonly cidr: string
  readonly name: string
  readonly source: string
}

/** Makes a table ready for look-ups. */
export function addressBlocks(rows: readonly AddressRow[]): readonly AddressBlock[] {
  return rows.map(([cidr, name, source]) => ({ prefix: parsePrefix(cidr), cidr, name, source }))
}

/** Returns the first row that contains the address. Tables list the narrower block first if two overlap. */
export function findBlock(blocks: readonly AddressBlock[], address: IpAddress): AddressBlock | undefined {
  return blocks.find((block) => prefixContains(block.prefix, address))
}
