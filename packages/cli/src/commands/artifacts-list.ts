import type { ArtifactFlags } from '../artifacts/open-stored.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addStoreFlags } from '../session/session-flags.ts'

export const configureArtifactsList: ConfigureCommand = (command, { io }) => {
  addStoreFlags(command)
    .option('--session <id>', 'only those of one session')
    .option('--json', 'write one JSON object')
    .addHelpText('after', examplesHelp([['Which outputs are stored?', 'drawbridge artifacts list']]))
    .action(async (flags: ArtifactFlags & { readonly session?: string }) => {
      const { listArtifacts } = await import('../artifacts/list-artifacts.ts')
      await listArtifacts(flags, io)
    })
}
