import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addSettingFlags, type SettingFlags } from '../config/setting-flags.ts'

export const configureConfigUnset: ConfigureCommand = (command, { io, finish }) => {
  addSettingFlags(command.argument('<path>', 'path as in `config list`, or a path above it'))
    .addHelpText(
      'after',
      examplesHelp([['Use the setting of the files again', 'drawbridge config unset permissions.mode']]),
    )
    .action(async (path: string, flags: SettingFlags) => {
      const { unsetSetting } = await import('../config/change-settings.ts')
      finish(await unsetSetting(path, flags, io))
    })
}
