import { createHash } from 'node:crypto'
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises'
import type { Artifact, ArtifactOrigin, ArtifactWriter } from '@drawbridge/core/artifact'
import { artifactFiles } from './artifact-folder.ts'

export interface ArtifactFileOptions {
  readonly id: string
  /** The session's folder; must exist. */
  readonly folder: string
  readonly origin: ArtifactOrigin
  /** The number of bytes that may still be stored; the rest is dropped. */
  readonly maxBytes: number
  readonly now: () => number
}

/** Writes one artifact. It exists for readers once its description is written, which comes last. */
export class ArtifactFileWriter implements ArtifactWriter {
  readonly #options: ArtifactFileOptions
  readonly #files: { readonly content: string; readonly description: string }
  readonly #file: FileHandle
  readonly #hash = createHash('sha256')
  #bytes = 0
  #complete = true

  private constructor(options: ArtifactFileOptions, files: { content: string; description: string }, file: FileHandle) {
    this.#options = options
    this.#files = files
    this.#file = file
  }

  static async open(options: ArtifactFileOptions): Promise<ArtifactFileWriter> {
    const files = artifactFiles(options.folder, options.id)
    if (files === undefined) throw new TypeError(`"${options.id}" cannot be the id of an artifact.`)
    return new ArtifactFileWriter(options, files, await open(files.content, 'wx', 0o600))
  }

  async write(chunk: string | Uint8Array): Promise<void> {
    const given = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    const kept = given.subarray(0, this.#options.maxBytes - this.#bytes)
    this.#complete &&= kept.length === given.length
    if (kept.length === 0) return
    this.#bytes += kept.length
    this.#hash.update(kept)
    await this.#file.appendFile(kept)
  }

  async finish(): Promise<Artifact> {
    await this.#file.close()
    const { id, origin, now } = this.#options
    const artifact: Artifact = {
      id,
      ...origin,
      bytes: this.#bytes,
      hash: this.#hash.digest('hex'),
      createdAt: now(),
      complete: this.#complete,
    }
    await writeFile(this.#files.description, JSON.stringify(artifact), { mode: 0o600 })
    return artifact
  }

  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined)
    await rm(this.#files.content, { force: true })
  }
}
