import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const script = join(import.meta.dirname, '../test-support/start-postgres.sh')

/** Works with a throw-away server of PostgreSQL, which is stopped afterwards. */
export async function withPostgres<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-postgres-'))
  const run = promisify(execFile)
  try {
    const { stdout } = await run('bash', [script, 'start', folder])
    try {
      return await work(stdout.trim())
    } finally {
      await run('bash', [script, 'stop', folder])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
