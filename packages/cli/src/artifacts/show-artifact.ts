import { escapeUnprintable } from '@drawbridge/core/base'
import { explainAmbiguous, findByPrefix } from '@drawbridge/room'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { type ArtifactFlags, openStored } from './open-stored.ts'

const pageBytes = 1_048_576

/** Writes the whole of an artifact, or with `json` what is known about it. */
export async function showArtifact(given: string, flags: ArtifactFlags, io: Io): Promise<ExitCode> {
  const stored = await openStored(flags, io)
  const { output, diagnostics } = io
  const found = findByPrefix(given, { items: await stored.list(), idOf: (artifact) => artifact.id, kind: 'artifact' })
  const artifact = found.status === 'found' ? await stored.find(found.item.id, found.item.session) : undefined
  if (artifact === undefined) {
    const message =
      found.status === 'ambiguous'
        ? explainAmbiguous(given, 'artifacts', found.ids)
        : `The artifact ${JSON.stringify(given)} does not exist; it may have expired. See: drawbridge artifacts list`
    await diagnostics.write(`drawbridge: ${message}\n`)
    return exitCodes.failed
  }
  if (flags.json === true) {
    await output.write(`${JSON.stringify(artifact)}\n`)
    return exitCodes.ok
  }
  const decoder = new TextDecoder()
  for (let offset = 0; offset < artifact.bytes && !output.closed; offset += pageBytes) {
    const page = await stored.read(artifact.id, artifact.session, { offset, length: pageBytes })
    const text = decoder.decode(page, { stream: offset + pageBytes < artifact.bytes })
    await output.write(output.isTerminal ? escapeUnprintable(text) : text)
  }
  return exitCodes.ok
}
