import type { ShellJudgement } from '@drawbridge/shell'

/** A line that must not run unapproved (`deny`), or that abuses the granted prefix `allow`. */
export interface BypassRow {
  readonly cmd: string
  readonly category: string
  readonly evades: 'deny' | 'allow' | 'both'
  readonly mustDeny?: boolean
  readonly allow?: string
}

/** A harmless line; `readonly`: it needs no rule. */
export interface BenignRow {
  readonly cmd: string
  readonly category: string
  readonly readonly?: boolean
}

/** A line that the granted prefix `allow` is meant for. */
export interface AllowedRow {
  readonly cmd: string
  readonly allow: string
  readonly mustAllow: boolean
}

/** The world of `drawbridge shell check`. */
export const world = { workspace: '/workspace', home: '/home/user' } as const

export const count = <Row>(rows: readonly Row[], test: (row: Row) => boolean): number => rows.filter(test).length

export const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`

/** The check of many agents: the text begins with the granted words. */
export const matchesPlainPrefix = (text: string, prefix: string): boolean =>
  text === prefix || text.startsWith(`${prefix} `)

/** Returns the reasons that a line was not allowed, in one text. */
export const reasonsAgainst = ({ reasons }: ShellJudgement): string =>
  reasons
    .filter((reason) => reason.verdict !== 'allow')
    .map((reason) => reason.why)
    .join('; ')
