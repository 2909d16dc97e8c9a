import type { Dialect } from './dialect.ts'
import { canonicalDialect, safeDialect } from './plain-dialects.ts'

/** The names of the built-in dialects. */
export const dialectNames = [
  'canonical',
  'safe',
  'claude',
  'gemini',
  'codex',
  'opencode',
  'goclaw',
  'soong',
  'm31a',
] as const
/** The name of a built-in dialect. */
export type DialectName = (typeof dialectNames)[number]

/** Returns a built-in dialect, which is loaded with its first use. */
export async function loadDialect(name: DialectName): Promise<Dialect> {
  switch (name) {
    case 'canonical':
      return canonicalDialect
    case 'safe':
      return safeDialect
    case 'claude':
      return (await import('./claude/claude.ts')).claudeDialect
    case 'gemini':
      return (await import('./gemini/gemini.ts')).geminiDialect
    case 'codex':
      return (await import('./codex/codex.ts')).codexDialect
    case 'opencode':
      return (await import('./opencode.ts')).opencodeDialect
    case 'goclaw':
      return (await import('./goclaw.ts')).goclawDialect
    case 'soong':
      return (await import('./soong.ts')).soongDialect
    case 'm31a':
      return (await import('./m31a.ts')).m31aDialect
    default:
      return name satisfies never
  }
}
