import { quote } from '../refusal.ts'

const marker = Symbol.for('drawbridge.net.HostPatternError')

/** An entry of a host list that could never match: a mistake of the operator, found when the lists are read. */
export class HostPatternError extends Error {
  override readonly name = 'HostPatternError'
  readonly code = 'invalid_host_pattern'
  readonly list: string
  readonly entry: string
  readonly [marker] = true

  constructor(list: string, entry: string) {
    super(
      `${list}: ${quote(entry)} is not a host. Write a host as "example.com", or "*.example.com" for its subdomains.`,
    )
    this.list = list
    this.entry = entry
  }

  static isInstance(value: unknown): value is HostPatternError {
    return value instanceof Error && Object.hasOwn(value, marker)
  }
}
