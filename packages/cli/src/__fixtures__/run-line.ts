import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { vi } from 'vitest'
import type { CliResult } from './run-cli.ts'
import { runHere } from './run-here.ts'
import type { ScratchFolder } from './scratch-folder.ts'

/** Records arguments, environment and input of each start in a folder of its own, and succeeds. */
const stub = `#!/bin/sh
started="$RECORDINGS/$(ls "$RECORDINGS" | wc -l)"
mkdir "$started"
env -0 > "$started/environment"
printf '%s\\0' "$@" > "$started/arguments"
if [ -p /dev/stdin ]; then cat > "$started/input"; fi
`

/**
 * Runs a shell line of a document in the workspace. A real shell parses it and starts a stub in place of `drawbridge`. The recorded starts
 * then run in this process, in order, which is much faster than starting the command. The line may prepare files and pipe input in,
 * but must not read the output of `drawbridge`.
 */
export async function runLine(folder: ScratchFolder, line: string): Promise<CliResult> {
  const programs = join(folder.root, 'programs')
  const recordings = join(folder.root, 'recordings')
  for (const path of [programs, recordings]) mkdirSync(path)
  writeFileSync(join(programs, 'drawbridge'), stub, { mode: 0o755 })
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}`, RECORDINGS: recordings }
  const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: folder.workspace, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The shell ended with ${status}: ${stderr}`)
  let last: CliResult | undefined
  for (const start of readdirSync(recordings).sort((one, other) => Number(one) - Number(other))) {
    const read = (name: string) => readFileSync(join(recordings, start, name), 'utf8')
    const list = (name: string) => read(name).split('\0').slice(0, -1)
    const added = list('environment').filter((entry) => !Object.hasOwn(env, entry.split('=')[0] ?? ''))
    for (const entry of added) vi.stubEnv(entry.split('=')[0] ?? '', entry.slice(entry.indexOf('=') + 1))
    const input = existsSync(join(recordings, start, 'input')) ? read('input') : ''
    last = await runHere(folder, list('arguments'), input)
    vi.unstubAllEnvs()
  }
  if (last === undefined) throw new Error(`This line does not start drawbridge: ${line}`)
  return last
}
