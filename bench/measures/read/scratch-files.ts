import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const mebibyte = 1024 * 1024

/** A folder with a log of 100 MiB of text and then a hole up to 5 GiB, and a source file of 50 MiB. */
export interface ScratchFiles extends AsyncDisposable {
  readonly folder: string
  readonly log: string
  /** Lines of text before the hole. */
  readonly logLines: number
  readonly source: string
  /** Text that stands once in the source, in its middle. */
  readonly mark: string
}

const logLine = '2026-01-01T00:00:00Z INFO request served in 12 ms, nothing unusual about it\n'
const sourceLine = 'export const value = compute(input, { retries: 3, delayMs: 100 }) // as before\n'
const mark = 'export const marked = 1\n'

export async function createScratchFiles(): Promise<ScratchFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-bench-read-'))
  const logLines = Math.ceil((100 * mebibyte) / logLine.length)
  const log = join(folder, 'huge.log')
  await using logFile = await open(log, 'w')
  await logFile.writeFile(logLine.repeat(logLines))
  await logFile.truncate(5 * 1024 * mebibyte)
  const half = sourceLine.repeat(Math.ceil((25 * mebibyte) / sourceLine.length))
  const source = join(folder, 'big.ts')
  await using sourceFile = await open(source, 'w')
  await sourceFile.writeFile(half + mark + half)
  return {
    folder,
    log,
    logLines,
    source,
    mark,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
