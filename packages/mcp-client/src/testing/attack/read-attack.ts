import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One attack: its harmless payloads, and the tests that try it. */
export interface Attack {
  readonly number: number
  readonly name: string
  readonly payloads: Readonly<Record<string, unknown>>
  /** A file from the root of the repository, and the title of a test in it. */
  readonly tests: readonly (readonly [file: string, title: string])[]
}

const folder = join(import.meta.dirname, '__fixtures__/attacks')

/** All attacks, in their order. */
export function allAttacks(): readonly Attack[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Attack)
}

/** The payloads of one attack. */
export function payloadsOf<Payloads>(number: number): Payloads {
  const attack = allAttacks().find((one) => one.number === number)
  if (attack === undefined) throw new Error(`There is no attack ${number}.`)
  return attack.payloads as Payloads
}

/** A case at the edge of the protocol without anybody's ill will, and the tests that try it. */
export interface EdgeCase extends Pick<Attack, 'tests'> {
  readonly edge: string
}

/** All edge cases. */
export function allEdgeCases(): readonly EdgeCase[] {
  return JSON.parse(readFileSync(join(folder, '../edge-cases.json'), 'utf8')) as readonly EdgeCase[]
}
