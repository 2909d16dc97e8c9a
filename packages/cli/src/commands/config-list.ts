import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addSettingFlags, type SettingFlags } from '../config/setting-flags.ts'

export const configureConfigList: ConfigureCommand = (command, { io }) => {
  addSettingFlags(command)
    .addHelpText('after', examplesHelp([['Who set this, and when?', 'drawbridge config list']]))
    .action(async (flags: SettingFlags) => {
      const { listSettings } = await import('../config/change-settings.ts')
      await listSettings(flags, io)
    })
}
