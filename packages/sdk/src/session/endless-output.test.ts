import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@drawbridge/core'
import { approveEverything, type Outcome } from '@drawbridge/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { Drawbridge } from '../drawbridge.ts'

const mebibyte = 1_048_576
const quota = 4 * mebibyte
const printedMebibytes = 400
/** What a process may grow by meanwhile, most of which is garbage that is not collected yet. */
const mostGrowth = 200 * mebibyte

let scratch: string
let drawbridge: Drawbridge
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-endless-'))
  const workspace = join(scratch, 'project')
  await mkdir(workspace)
  drawbridge = await createDrawbridge({
    workspace,
    home: join(scratch, 'home'),
    authority: { approvers: [approveEverything] },
    config: { artifacts: { maxArtifactBytes: quota, maxSessionBytes: 2 * quota } },
  })
})
afterEach(async () => {
  await drawbridge[Symbol.asyncDispose]()
  await rm(scratch, { recursive: true, force: true })
})

/** Numbered lines of 64 bytes, each process write a mebibyte. */
const printer = (megabytes: number | 'endless') => `
  let line = 0
  const chunk = () => Array.from({ length: 16384 }, () => 'line ' + String(line += 1).padEnd(58, '.') + '\\n').join('')
  const go = (left) => { if (left > 0) process.stdout.write(chunk(), () => go(left - 1)) }
  go(${megabytes === 'endless' ? 'Infinity' : megabytes})
`

async function diskBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Runs the command and watches how much more memory the process takes meanwhile. */
async function watched(call: () => Promise<Outcome>): Promise<{ readonly outcome: Outcome; readonly growth: number }> {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  try {
    return { outcome: await call(), growth: most - before }
  } finally {
    clearInterval(timer)
  }
}

async function readPages(session: Session, id: string | undefined, pages: readonly number[]): Promise<void> {
  for (const page of pages) {
    const read = await session.call({ name: 'artifact.read', arguments: { id, from_line: page, max_lines: 2 } })
    expect(read).toMatchObject({ status: 'ok' })
    expect(JSON.stringify(read.result.content)).toContain(`line ${page}.`)
  }
}

describe('a command that prints without measure', () => {
  test('and ends: hundreds of megabytes cost bounded memory and disk, and the artifact is read page by page', {
    timeout: 120_000,
  }, async () => {
    const session = drawbridge.openSession()
    const args = { argv: [process.execPath, '-e', printer(printedMebibytes)] }
    const { outcome, growth } = await watched(() => session.call({ name: 'runtime.run_command', arguments: args }))
    expect(outcome.status).toBe('ok')
    expect(outcome.result.data).toMatchObject({ exit_code: 0, stdout_bytes: printedMebibytes * mebibyte })
    expect(growth).toBeLessThan(mostGrowth)
    expect(await diskBytes(join(scratch, 'home'))).toBeLessThan(2 * quota + mebibyte)
    expect(JSON.stringify(outcome.result.content).length).toBeLessThan(100_000)
    await readPages(session, outcome.result.meta.artifact, [1, 20_001, 40_001])
  })

  test('and never ends: it is stopped at its time limit with what it printed until then', {
    timeout: 60_000,
  }, async () => {
    const session = drawbridge.openSession()
    const args = { argv: [process.execPath, '-e', printer('endless')], timeout_seconds: 2 }
    const { outcome, growth } = await watched(() => session.call({ name: 'runtime.run_command', arguments: args }))
    expect(outcome).toMatchObject({ status: 'failed', code: 'timeout' })
    expect(growth).toBeLessThan(mostGrowth)
    expect(await diskBytes(join(scratch, 'home'))).toBeLessThan(2 * quota + mebibyte)
    // One write of the program: a busy machine may see no more of it.
    await readPages(session, outcome.result.meta.artifact, [1, 8_001])
  })
})
