import { describe, expect, it } from 'vitest'
import type { DenyGroup } from '../deny/deny-group.ts'
import { judgeShell } from '../verdict/judge-shell.ts'
import { world } from './world.ts'

/** The tests of one deny group: lines that belong to it, however they are spelled. */
export function describeDenied(group: DenyGroup, lines: readonly string[]): void {
  describe(group, () => {
    it.each(lines)('denies: %s', (line) => {
      const { verdict, denyGroups } = judgeShell(line, world)
      expect(denyGroups).toContain(group)
      expect(verdict).toBe('deny')
    })
  })
}
