import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { judgeShell } from '../verdict/judge-shell.ts'

const folder = resolve(process.env.DRAWBRIDGE_CORPORA ?? join(import.meta.dirname, '../../../../../shared/corpora'))
const file = join(folder, 'gtfobins.jsonl')

interface Snippet {
  readonly bin: string
  readonly function: string
  readonly cmd: string
}

const dangerous = new Set([
  'shell',
  'command',
  'file-write',
  'upload',
  'reverse-shell',
  'bind-shell',
  'library-load',
  'privilege-escalation',
])

describe('programs that are known to break out', () => {
  it.skipIf(!existsSync(file))(
    'are neither read-only nor covered by their bare name in any form of gtfobins.jsonl',
    () => {
      const rows = readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Snippet)
      const forms = rows.filter((row) => dangerous.has(row.function))
      expect(forms.length).toBeGreaterThan(400)
      const readonly = forms.filter((row) => judgeShell(row.cmd, world).readonly)
      const covered = forms.filter((row) => judgeShell(row.cmd, { ...world, allow: [row.bin] }).verdict === 'allow')
      expect(readonly.map((row) => row.cmd)).toEqual([])
      expect(covered.map((row) => row.cmd)).toEqual([])
    },
  )
})
