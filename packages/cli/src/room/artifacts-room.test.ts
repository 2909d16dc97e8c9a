import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Artifact } from '@drawbridge/core/artifact'
import { describe, expect, test } from 'vitest'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

const script = 'for (let line = 1; line <= 20000; line += 1) console.log("line " + line)'

/** A folder in whose sessions a command has printed more than a model is shown. */
async function folderWithArtifact(): Promise<ScratchFolder> {
  const folder = scratchFolder()
  const args = JSON.stringify({ argv: [process.execPath, '-e', script] })
  await runHere(folder, ['call', 'runtime.run_command', args, '--approve', 'always', '--session', 'work'])
  return folder
}

async function list(folder: ScratchFolder, ...flags: string[]): Promise<readonly Artifact[]> {
  return jsonOf<{ artifacts: readonly Artifact[] }>(await runHere(folder, ['artifacts', 'list', '--json', ...flags]))
    .artifacts
}

describe('artifacts', () => {
  test('are listed by session and shown whole', async () => {
    const folder = await folderWithArtifact()
    const [artifact] = await list(folder)
    expect(artifact).toMatchObject({ session: 'work', tool: 'runtime.run_command', complete: true })
    expect(await list(folder, '--session', 'another')).toEqual([])
    const id = artifact?.id ?? ''
    expect((await runHere(folder, ['artifacts', 'list'])).stdout).toContain(`${id}  `)
    const shown = await runHere(folder, ['artifacts', 'show', id])
    expect(shown.code).toBe(0)
    expect(shown.stdout).toContain('\nline 1\nline 2\n')
    expect(shown.stdout).toContain('\nline 12345\n')
    expect(Buffer.byteLength(shown.stdout)).toBe(artifact?.bytes)
    expect(jsonOf(await runHere(folder, ['artifacts', 'show', id, '--json']))).toEqual(artifact)
  })

  test('that do not exist end with 1 and name the command that lists them', async () => {
    const result = await runHere(scratchFolder(), ['artifacts', 'show', '../etc/passwd'])
    expect([result.code, result.stdout]).toEqual([1, ''])
    expect(result.stderr).toContain('artifacts list')
  })

  test('go when they are past the retention that is configured, and no sooner', async () => {
    const folder = await folderWithArtifact()
    expect(jsonOf(await runHere(folder, ['artifacts', 'prune', '--json']))).toEqual({ removed: 0 })
    writeFileSync(join(folder.home, 'drawbridge.jsonc'), '{ "artifacts": { "retentionMs": 1 } }')
    expect((await runHere(folder, ['artifacts', 'prune'])).stdout).toBe('Removed 1 artifacts past their retention.\n')
    expect(await list(folder)).toEqual([])
  })
})
