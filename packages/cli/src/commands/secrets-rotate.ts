import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

export const configureSecretsRotate: ConfigureCommand = (command, { io }) => {
  addSecretFlags(command)
    .addHelpText(
      'after',
      examplesHelp(
        [['After someone left the team', 'drawbridge secrets rotate']],
        'If it is interrupted, nothing is lost: run it again. You change keys in DRAWBRIDGE_KEY yourself: put the new one first, rotate, then remove the old one.',
      ),
    )
    .action(async (flags: SecretFlags) => {
      const { rotateKeys } = await import('../secrets/rotate-keys.ts')
      await rotateKeys(flags, io)
    })
}
