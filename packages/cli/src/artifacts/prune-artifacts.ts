import type { Io } from '../io/io.ts'
import { type ArtifactFlags, openStored } from './open-stored.ts'

/** Removes what is past its retention. */
export async function pruneArtifacts(flags: ArtifactFlags, io: Io): Promise<void> {
  const removed = await (await openStored(flags, io)).prune()
  await io.output.write(
    flags.json === true ? `${JSON.stringify({ removed })}\n` : `Removed ${removed} artifacts past their retention.\n`,
  )
}
