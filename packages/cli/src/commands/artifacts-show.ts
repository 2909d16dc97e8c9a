import type { ArtifactFlags } from '../artifacts/open-stored.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addStoreFlags } from '../session/session-flags.ts'

export const configureArtifactsShow: ConfigureCommand = (command, { io, finish }) => {
  addStoreFlags(command.argument('<id>', 'id in a result, or a unique prefix'))
    .option('--json', 'write its description, as one JSON object')
    .addHelpText('after', examplesHelp([['All that a command printed', 'drawbridge artifacts show ID | less']]))
    .action(async (id: string, flags: ArtifactFlags) => {
      const { showArtifact } = await import('../artifacts/show-artifact.ts')
      finish(await showArtifact(id, flags, io))
    })
}
