import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

export const configureProgramsCheck: ConfigureCommand = (command, { io, finish }) => {
  addSecretFlags(command.argument('<name>', 'a program').argument('[args...]', 'its arguments, after --'))
    .addHelpText(
      'after',
      examplesHelp(
        [['Would this be refused?', 'drawbridge programs check gh -- auth token']],
        'Exit code: 0 if the arguments are accepted, 3 if they are denied. Nothing runs.',
      ),
    )
    .action(async (name: string, args: readonly string[], flags: SecretFlags) => {
      const { checkProgram } = await import('../programs/check-program.ts')
      finish(await checkProgram(name, args, flags, io))
    })
}
