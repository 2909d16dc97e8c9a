import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type BenchSession, openBenchSession } from '../../lib/open-bench-session.ts'
import type { Report } from '../../lib/report.ts'
import { timeInTurn } from '../../lib/time-in-turn.ts'
import { plainEdit } from './plain-edit.ts'
import { createScratchFiles, mebibyte, type ScratchFiles } from './scratch-files.ts'

const run = promisify(execFile)
const window = 200

/**
 * Reads windows of a 5 GiB file, compared with `sed -n`, and edits a file of 50 MiB, compared with a plain durable
 * edit.
 */
export async function measure(): Promise<Report> {
  await using files = await createScratchFiles()
  await using session = await openBenchSession({ workspace: files.folder, tools: { backupsPerFile: 0 } })
  await using keeping = await openBenchSession({ workspace: files.folder, tools: { backupsPerFile: 3 } })
  const front = await compareWindows(session, files, 1, 20)
  const deep = await compareWindows(session, files, files.logLines - window, 5)
  const grown = await memoryOf(() => readWindow(session, files, files.logLines - window))
  const edits = await compareEdits(session, keeping, files)
  const editRatio = edits.ours / edits.plain
  return {
    name: 'read',
    columns: ['work', 'fs tool ms', 'beside', 'ms', 'ratio'],
    rows: [
      row('first 200 lines of 5 GiB', front.ours, 'sed -n', front.sed),
      row('200 lines behind 100 MiB', deep.ours, 'sed -n', deep.sed),
      row('200 lines behind 100 MiB', deep.ours, 'reading as far', deep.plain),
      row('edit in 50 MiB', edits.ours, 'plain durable edit', edits.plain),
      row('edit in 50 MiB, backup kept', edits.keeping, 'plain durable edit', edits.plain),
    ],
    goals: [
      {
        text: `the first 200 lines of 5 GiB take <= 1.5x sed: ${(front.ours / front.sed).toFixed(2)}x`,
        met: front.ours <= front.sed * 1.5,
      },
      { text: `reading 100 MiB deep adds < 32 MiB of memory: ${grown.toFixed(1)} MiB`, met: grown < 32 },
      { text: `an edit in 50 MiB takes <= 1.5x a plain durable one: ${editRatio.toFixed(2)}x`, met: editRatio <= 1.5 },
    ],
    details: [
      'Every call goes through the whole pipeline with recording. sed quits after its window, and is a process of its own.',
      'A window deep in a file is also hashed on the way to it, for the read-before-write guard.',
    ],
    data: { front, deep, edits, grownMebibytes: grown },
  }
}

function row(work: string, ours: number, beside: string, theirs: number): readonly (string | number)[] {
  return [work, ours.toFixed(2), beside, theirs.toFixed(2), (ours / theirs).toFixed(2)]
}

function readWindow(session: BenchSession, { log }: ScratchFiles, startLine: number): Promise<unknown> {
  return session.call('fs.read_file', { path: log, start_line: startLine, max_lines: window })
}

function compareWindows(session: BenchSession, files: ScratchFiles, startLine: number, rounds: number) {
  const last = startLine + window - 1
  return timeInTurn(
    {
      ours: () => readWindow(session, files, startLine),
      sed: () => run('sed', ['-n', `${startLine},${last}p;${last}q`, files.log]),
      plain: () => readThrough(files.log, startLine === 1 ? 64 * 1024 : 100 * mebibyte),
    },
    rounds,
  )
}

/** Reads the first bytes of a file and looks at none of them. */
async function readThrough(path: string, bytes: number): Promise<void> {
  await using file = await open(path)
  const buffer = new Uint8Array(256 * 1024)
  for (let position = 0; position < bytes; position += buffer.length)
    await file.read(buffer, 0, buffer.length, position)
}

/** Returns the peak of the resident memory that some work adds, in MiB, sampled every few milliseconds. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 2)
  await work()
  clearInterval(timer)
  return (Math.max(most, process.memoryUsage().rss) - before) / mebibyte
}

function compareEdits(session: BenchSession, keeping: BenchSession, { source, mark }: ScratchFiles) {
  const other = mark.replace('1', '2')
  const thereAndBack = (edit: (old: string, next: string) => Promise<unknown>) => async () => {
    await edit(mark, other)
    await edit(other, mark)
  }
  const editThrough = (through: BenchSession) => (old: string, next: string) =>
    through.call('fs.edit', { path: source, edits: [{ old, new: next }] })
  return timeInTurn(
    {
      ours: thereAndBack(editThrough(session)),
      keeping: thereAndBack(editThrough(keeping)),
      plain: thereAndBack((old, next) => plainEdit(source, old, next)),
    },
    5,
  )
}
