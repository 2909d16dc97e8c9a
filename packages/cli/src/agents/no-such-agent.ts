import { didYouMean } from '@drawbridge/core/base'
import type { AgentStore } from '@drawbridge/core/virtual'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'

/** Says that there is no agent of a name, and which there are. */
export async function noSuchAgent(
  id: string,
  store: AgentStore | undefined,
  { diagnostics }: Pick<Io, 'diagnostics'>,
): Promise<ExitCode> {
  const known = ((await store?.list()) ?? []).map((agent) => agent.id)
  await diagnostics.write(
    `drawbridge: The agent "${id}" does not exist.${didYouMean(id, known)} Run \`drawbridge agents list\` to see existing agents.\n`,
  )
  return exitCodes.failed
}
