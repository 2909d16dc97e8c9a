import type { ArtifactFlags } from '../artifacts/open-stored.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addStoreFlags } from '../session/session-flags.ts'

export const configureArtifactsPrune: ConfigureCommand = (command, { io }) => {
  addStoreFlags(command)
    .option('--json', 'write one JSON object')
    .addHelpText('after', examplesHelp([['From a job that runs daily', 'drawbridge artifacts prune']]))
    .action(async (flags: ArtifactFlags) => {
      const { pruneArtifacts } = await import('../artifacts/prune-artifacts.ts')
      await pruneArtifacts(flags, io)
    })
}
