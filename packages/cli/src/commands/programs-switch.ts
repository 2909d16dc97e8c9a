import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

export const configureProgramsEnable: ConfigureCommand = (command, { io, finish }) => {
  addSecretFlags(command.argument('<name>', 'as `programs list` shows it'))
    .addHelpText('after', examplesHelp([['Let its grantees use it again', 'drawbridge programs enable gh']]))
    .action(async (name: string, flags: SecretFlags) => {
      const { switchProgram } = await import('../programs/switch-program.ts')
      finish(await switchProgram(name, true, flags, io))
    })
}

export const configureProgramsDisable: ConfigureCommand = (command, { io, finish }) => {
  addSecretFlags(command.argument('<name>', 'as `programs list` shows it'))
    .addHelpText('after', examplesHelp([['Until further notice', 'drawbridge programs disable gh']]))
    .action(async (name: string, flags: SecretFlags) => {
      const { switchProgram } = await import('../programs/switch-program.ts')
      finish(await switchProgram(name, false, flags, io))
    })
}
