import type { Artifact } from '@drawbridge/core/artifact'
import { escapeToOneLine } from '@drawbridge/core/base'
import type { Io } from '../io/io.ts'
import { type ArtifactFlags, openStored } from './open-stored.ts'

/** Lists what is stored, newest first. */
export async function listArtifacts(flags: ArtifactFlags & { readonly session?: string }, io: Io): Promise<void> {
  const artifacts = await (await openStored(flags, io)).list(flags.session)
  const { output, diagnostics } = io
  if (flags.json === true) return output.write(`${JSON.stringify({ artifacts })}\n`)
  if (artifacts.length === 0) return diagnostics.write('There are no artifacts.\n')
  await output.write(artifacts.map(row).join(''))
}

function row({ id, createdAt, bytes, tool, session, complete }: Artifact): string {
  const cut = complete ? '' : '  (incomplete: the quota was reached)'
  const origin = escapeToOneLine(`${tool}  session ${session}`)
  return `${id}  ${new Date(createdAt).toISOString()}  ${String(bytes).padStart(10)} bytes  ${origin}${cut}\n`
}
