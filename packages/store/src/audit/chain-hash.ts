import { hash } from 'node:crypto'

/** One link of the chain: what is kept, and where. */
export interface ChainLink {
  readonly position: number
  readonly kind: 'event' | 'checkpoint'
  readonly content: string
}

/**
 * The hash of an entry over that of the one before it, so that nothing before it can be changed, removed, inserted or moved
 * unseen.
 * @param previous Hash of the entry before; empty for the first.
 */
export function chainHash(previous: string, { position, kind, content }: ChainLink): string {
  return hash('sha256', `${previous}\n${position}\n${kind}\n${content}`, 'hex')
}
