import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

export const configureProgramsShow: ConfigureCommand = (command, { io, finish }) => {
  addSecretFlags(command.argument('<name>', 'as `programs list` shows it'))
    .addHelpText('after', examplesHelp([['What gh is refused', 'drawbridge programs show gh']]))
    .action(async (name: string, flags: SecretFlags) => {
      const { showProgram } = await import('../programs/show-program.ts')
      finish(await showProgram(name, flags, io))
    })
}
