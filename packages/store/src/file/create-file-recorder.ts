import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type DrawbridgeEvent, errorMessage } from '@drawbridge/core'
import type { Recorder } from '@drawbridge/core/event'
import { GroupWriter, type GroupWriterOptions } from './group-writer.ts'
import { sessionFileName } from './session-file-name.ts'
import { markSessionFile } from './session-marks.ts'

/** The options of `createFileRecorder`. */
export interface FileRecorderOptions extends Partial<GroupWriterOptions> {
  /** The folder for one `.jsonl` file per session. Created if missing. */
  readonly folder: string
}

/**
 * Records the events of each session in a file of its own, a JSON object a line. An event is acknowledged once its line was
 * written. Several processes may append to one folder at once.
 */
export function createFileRecorder({
  folder,
  durability = 'process',
}: FileRecorderOptions): Recorder & AsyncDisposable {
  const writers = new Map<string, GroupWriter>()
  const marks: Disposable[] = []
  let folderMade: Promise<unknown> | undefined

  const write = async (event: DrawbridgeEvent): Promise<void> => {
    folderMade ??= mkdir(folder, { recursive: true, mode: 0o700 })
    await folderMade.catch((error: unknown) => {
      folderMade = undefined
      throw error
    })
    await writerFor(event.session).append(JSON.stringify(event))
  }
  return {
    append: (event) => write(event).catch((error: unknown) => Promise.reject(explain(error, folder))),
    [Symbol.asyncDispose]: async () => {
      for (const writer of writers.values()) await writer[Symbol.asyncDispose]()
      writers.clear()
      for (const mark of marks.splice(0)) mark[Symbol.dispose]()
    },
  }

  function writerFor(session: string): GroupWriter {
    const known = writers.get(session)
    if (known !== undefined) return known
    const name = sessionFileName(session)
    marks.push(markSessionFile(folder, name))
    const writer = new GroupWriter(join(folder, name), { durability })
    writers.set(session, writer)
    return writer
  }
}

function explain(error: unknown, folder: string): Error {
  const reason = errorMessage(error)
  return new Error(`events cannot be written below ${folder}: ${reason}`, { cause: error })
}
