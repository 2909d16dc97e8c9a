import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWithCorpora } from '../../../../scripts/test-support/describe-with.ts'
import { world } from '../testing/world.ts'
import { judgeShell } from '../verdict/judge-shell.ts'

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

describeWithCorpora('the known ways out of programs are not part of this repository', (folder) => {
  test('no form in gtfobins.jsonl that breaks out is read-only or covered by the bare name of its program', () => {
    const rows = readFileSync(join(folder, 'gtfobins.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Snippet)
    const forms = rows.filter((row) => dangerous.has(row.function))
    expect(forms.length).toBeGreaterThan(400)
    const readonly = forms.filter((row) => judgeShell(row.cmd, world).readonly)
    const covered = forms.filter((row) => judgeShell(row.cmd, { ...world, allow: [row.bin] }).verdict === 'allow')
    expect(readonly.map((row) => row.cmd)).toEqual([])
    expect(covered.map((row) => row.cmd)).toEqual([])
  })
})
