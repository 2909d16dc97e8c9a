import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A fact of the protocol that the official suite cannot see, with the tests of ours that do. */
export interface ProtocolFact {
  /** As in section B of the list of facts. */
  readonly number: number
  readonly fact: string
  /** A file from the root of the repository, and the title of a test in it. */
  readonly tests: readonly (readonly [file: string, title: string])[]
  /** The part of it that no test shows. */
  readonly missing?: string
}

/** Reads the facts, in their order. */
export function readFacts(): readonly ProtocolFact[] {
  const text = readFileSync(join(import.meta.dirname, '__fixtures__/facts.json'), 'utf8')
  return (JSON.parse(text) as { readonly facts: readonly ProtocolFact[] }).facts
}
