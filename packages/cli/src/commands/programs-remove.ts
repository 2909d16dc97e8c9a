import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

export const configureProgramsRemove: ConfigureCommand = (command, { io, finish }) => {
  addSecretFlags(command.argument('<name>', 'as `programs list` shows it'))
    .addHelpText('after', examplesHelp([['With its credentials and grants', 'drawbridge programs remove gh']]))
    .action(async (name: string, flags: SecretFlags) => {
      const { removeProgram } = await import('../programs/switch-program.ts')
      finish(await removeProgram(name, flags, io))
    })
}
