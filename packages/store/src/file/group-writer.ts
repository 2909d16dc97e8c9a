import { type FileHandle, open } from 'node:fs/promises'

export interface GroupWriterOptions {
  /** `process`: a line survives the death of the process once acknowledged. `power`: also that of the machine. */
  readonly durability: 'process' | 'power'
}

/**
 * Appends lines to one file. Lines that arrive while a write is under way go out together in the next one, so that many calls
 * at once cost few writes. A line is acknowledged when its write has returned; a failed write rejects exactly its own lines.
 */
export class GroupWriter implements AsyncDisposable {
  readonly #path: string
  readonly #options: GroupWriterOptions
  #file: FileHandle | undefined
  /**
   * True if the file may end inside a line, after a crash or a failed write: the next line then starts on a new one.
   */
  #mayBeTorn = true
  #waiting: string[] = []
  #nextCommit: Promise<void> | undefined
  #lastCommit: Promise<void> = Promise.resolve()

  constructor(path: string, options: GroupWriterOptions) {
    this.#path = path
    this.#options = options
  }

  append(line: string): Promise<void> {
    this.#waiting.push(line)
    if (this.#nextCommit === undefined) {
      this.#nextCommit = this.#lastCommit.then(() => this.#commit())
      this.#lastCommit = this.#nextCommit.catch(() => undefined)
    }
    return this.#nextCommit
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lastCommit
    await this.#file?.close()
    this.#file = undefined
  }

  async #commit(): Promise<void> {
    const lines = this.#waiting
    this.#waiting = []
    this.#nextCommit = undefined
    this.#file ??= await open(this.#path, 'a+', 0o600)
    const file = this.#file
    const isTorn = this.#mayBeTorn && (await endsInsideLine(file))
    this.#mayBeTorn = true
    await writeAll(file, Buffer.from(`${isTorn ? '\n' : ''}${lines.join('\n')}\n`))
    if (this.#options.durability === 'power') await file.datasync()
    this.#mayBeTorn = false
  }
}

async function endsInsideLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return false
  const last = Buffer.alloc(1)
  await file.read(last, 0, 1, size - 1)
  return last[0] !== 0x0a
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written)
    written += bytesWritten
  }
}
