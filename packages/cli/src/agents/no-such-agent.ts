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
    `There is no agent "${id}".${didYouMean(id, known)} \`drawbridge agents list\` names those that there are.\n`,
  )
  return exitCodes.failed
}
