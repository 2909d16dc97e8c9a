import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

export const configureSecretsRotate: ConfigureCommand = (command, { io }) => {
  addSecretFlags(command)
    .addHelpText(
      'after',
      examplesHelp(
        [['After somebody left', 'drawbridge secrets rotate']],
        'Interrupted, it loses nothing: run it again. Keys in DRAWBRIDGE_KEY are yours to change: put the new one first, rotate, then leave the old one out.',
      ),
    )
    .action(async (flags: SecretFlags) => {
      const { rotateKeys } = await import('../secrets/rotate-keys.ts')
      await rotateKeys(flags, io)
    })
}
