import { describe, expect, it } from 'vitest'
import { judgeShell } from '../verdict/judge-shell.ts'
import { world } from './world.ts'

export interface ProfileCases {
  /** Lines that run without any rule. */
  readonly reads?: readonly string[]
  /** Lines that ask without a rule, and are not denied. */
  readonly asks?: readonly string[]
  /** A granted prefix, and lines that it was granted for. */
  readonly granted?: Readonly<Record<string, readonly string[]>>
  /** A granted prefix, and lines that begin with it and do more than it says. */
  readonly riders?: Readonly<Record<string, readonly string[]>>
}

/** The tests of one family of profiles, as a table that anyone can extend. */
export function describeProfiles(
  family: string,
  { reads = [], asks = [], granted = {}, riders = {} }: ProfileCases,
): void {
  describe(family, () => {
    it.each(reads)('only reads: %s', (line) => {
      const { verdict, reasons } = judgeShell(line, world)
      expect(reasons.filter((reason) => reason.verdict !== 'allow')).toEqual([])
      expect(verdict).toBe('allow')
    })
    it.each(asks)('asks: %s', (line) => {
      expect(judgeShell(line, world)).toMatchObject({ verdict: 'ask', unapproved: null })
    })
    it.each(pairs(granted))('"%s" covers: %s', (rule, line) => {
      const { verdict, reasons } = judgeShell(line, { ...world, allow: [rule] })
      expect(reasons.filter((reason) => reason.verdict !== 'allow')).toEqual([])
      expect(verdict).toBe('allow')
    })
    it.each(pairs(riders))('"%s" does not cover: %s', (rule, line) => {
      expect(judgeShell(line, { ...world, allow: [rule] }).verdict).not.toBe('allow')
    })
  })
}

const pairs = (table: Readonly<Record<string, readonly string[]>>): [string, string][] =>
  Object.entries(table).flatMap(([rule, lines]) => lines.map((line): [string, string] => [rule, line]))
